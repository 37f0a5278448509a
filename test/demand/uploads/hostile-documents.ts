import { aPng } from '../../support/campaigns';
import { aDocument, aZip, type ZipEntry } from '../../support/contents';
import type { HostileCase } from './hostile-images';

const page = (body?: string, head?: string): HostileCase[1] => Buffer.from(aDocument(body, head));
const zip = (...more: readonly ZipEntry[]) =>
  aZip([{ name: 'index.html', content: aDocument() }, ...more]);
/** An archive whose document has this in it, beside these files. */
const zipOf = (body: string, ...more: readonly ZipEntry[]) =>
  aZip([{ name: 'index.html', content: aDocument(body) }, ...more]);
const css = (text: string): ZipEntry => ({ name: 'a.css', content: text });
const styled = '<link rel="stylesheet" href="a.css">';
const whole = zip({ name: 'a.txt', content: 'x'.repeat(1_000) });

/** Elements and references that a document must not have. */
const refusedMarkup: readonly (readonly [string, string])[] = [
  ['an iframe', '<iframe src="/"></iframe>'],
  ['an iframe with a document of its own', '<iframe srcdoc="<script>hit()</script>"></iframe>'],
  ['an object', '<object data="https://evil.example/x.swf"></object>'],
  ['an embed', '<embed src="/graphql">'],
  ['an applet', '<applet code="x"></applet>'],
  ['an element hidden in a template', '<template><iframe src="/"></iframe></template>'],
  [
    'an element hidden in an SVG',
    '<svg><foreignObject><iframe src="/"></iframe></foreignObject></svg>',
  ],
  ['a script from outside', '<script src="https://evil.example/x.js"></script>'],
  ['a script from outside without a protocol', '<script src="//evil.example/x.js"></script>'],
  ['a script from outside in odd letters', '<SCRIPT SRC=" hTTps://evil.example/x.js"></SCRIPT>'],
  ['a script in an SVG from outside', '<svg><script href="https://evil.example/x.js"/></svg>'],
  ['a picture from outside', '<img src="https://evil.example/x.png">'],
  ['a picture set from outside', '<img srcset="https://evil.example/x.png 2x">'],
  ['a picture with a back slash', '<img src="\\\\evil.example/x.png">'],
  ['a picture with credentials', '<img src="https://a:b@evil.example/x.png">'],
  ['a picture from a disk', '<img src="file:///etc/passwd">'],
  ['a picture from an FTP server', '<img src="ftp://evil.example/x.png">'],
  ['a picture from this very server', '<img src="http://127.0.0.1:8080/auth/logout">'],
  ['a video from outside', '<video src="https://evil.example/x.mp4"></video>'],
  ['a poster from outside', '<video poster="https://evil.example/x.png"></video>'],
  ['a source from outside', '<video><source src="https://evil.example/x.mp4"></video>'],
  ['a subtitle from outside', '<video><track src="https://evil.example/x.vtt"></video>'],
  ['an SVG picture from outside', '<svg><image xlink:href="https://evil.example/x.png"/></svg>'],
  ['an SVG use from outside', '<svg><use href="https://evil.example/x.svg#a"/></svg>'],
  ['an SVG filter from outside', '<svg><feImage href="https://evil.example/x.png"/></svg>'],
  ['an image button from outside', '<input type="image" src="https://evil.example/x.png">'],
  ['a background from outside', '<table background="https://evil.example/x.png"></table>'],
  ['a style from outside', '<p style="background: url(https://evil.example/x.png)">x</p>'],
  [
    'a style from outside in escapes',
    '<p style="background: url(\\68ttps://evil.example/x.png)">x</p>',
  ],
  ['a style sheet from outside', '<link rel="stylesheet" href="https://evil.example/x.css">'],
  ['an import from outside', '<style>@import "https://evil.example/x.css";</style>'],
  ['a base', '<base href="https://evil.example/">'],
  ['a module from outside', '<script type="module">import "https://evil.example/x.js"</script>'],
  ['a module that is no JavaScript', '<script type="module">import {</script>'],
  ['a refresh', '<meta http-equiv="Refresh" content="0; url=https://evil.example">'],
  ['a file that is not there', '<img src="missing.png">'],
  ['a file above its folder', '<img src="../../../etc/passwd">'],
  ['a file above its folder in escapes', '<img src="..%2f..%2fetc%2fpasswd">'],
  ['a broken escape', '<img src="%E0%A4%A">'],
  ['a URL that is none', '<img src="https://[">'],
];

export const refusedDocuments: readonly HostileCase[] = [
  ...refusedMarkup.map(([what, body]): HostileCase => [what, page(body)]),
  ['a text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['a document with frames', Buffer.from('<html><frameset><frame src="/"></frameset></html>')],
  ['a picture', aPng('300x250')],
  ['a document in UTF-16', Buffer.from(aDocument(), 'utf16le')],
  ['a document with a zero byte', page('x\0y')],
  ['600 KB', page('x'.repeat(600_000))],
  ['100,000 elements inside one another', page('<div>'.repeat(100_000))],
  ['20,000 elements', page('<br>'.repeat(20_000))],
  [
    'tags that a parser copies millions of times',
    page(
      `${Array.from({ length: 3_000 }, (_, at) => `<font color=${at}><p>`).join('')}${'</p>'.repeat(3_000)}`,
    ),
  ],
  [
    'an attribute that a parser copies thousands of times',
    page(`<p><b class="${'x'.repeat(300_000)}">${'<p>y'.repeat(4_500)}`),
  ],
  ['a ZIP without a document', aZip([{ name: 'a.txt', content: 'x' }])],
  ['a ZIP of nothing', aZip([])],
  ['a ZIP with two documents', zip({ name: 'other.html', content: aDocument() })],
  ['a ZIP with documents of two endings', zip({ name: 'sub/other.HTM', content: aDocument() })],
  ['a ZIP with its document hidden', aZip([{ name: '.index.html', content: aDocument() }])],
  ['a ZIP in a ZIP', aZip([{ name: 'inner.zip', content: zip() }])],
  ['a bomb of 100 MB', zip({ name: 'zeros', content: Buffer.alloc(100_000_000) })],
  [
    'a bomb that says it is small',
    zip({ name: 'zeros', content: Buffer.alloc(100_000_000), claimedSize: 10 }),
  ],
  [
    'a bomb of many parts',
    zip(
      ...Array.from({ length: 30 }, (_, at) => ({ name: `${at}`, content: Buffer.alloc(100_000) })),
    ),
  ],
  ['an entry that says it is huge', zip({ name: 'a', content: 'x', claimedSize: 0xfffffff0 })],
  ['an entry that says it is longer', zip({ name: 'a', content: 'x', claimedSize: 100 })],
  ['an entry whose bytes were damaged', zip({ name: 'a', content: 'x', claimedCrc: 1 })],
  ['501 entries', zip(...Array.from({ length: 501 }, (_, at) => ({ name: `${at}`, content: '' })))],
  ['a path out of the archive', zip({ name: '../evil.js', content: 'x' })],
  ['a path out of the archive, later', zip({ name: 'a/../../evil.js', content: 'x' })],
  ['a path out of the archive, behind a dot', zip({ name: './../evil.js', content: 'x' })],
  ['an absolute path', zip({ name: '/etc/cron.d/evil', content: 'x' })],
  ['a path of another system', zip({ name: 'C:\\evil.exe', content: 'x' })],
  ['a drive', zip({ name: 'C:/evil.exe', content: 'x' })],
  ['a path with back slashes', zip({ name: '..\\evil.js', content: 'x' })],
  ['a path with a zero byte', zip({ name: 'a\0.js', content: 'x' })],
  ['a path with a line end', zip({ name: 'a\n.js', content: 'x' })],
  ['an empty path', zip({ name: '', content: 'x' })],
  ['a path of 300 letters', zip({ name: 'a'.repeat(300), content: 'x' })],
  ['the same path twice', zip({ name: 'a', content: 'x' }, { name: 'a', content: 'y' })],
  ['the same path behind a dot', zip({ name: 'a', content: 'x' }, { name: './a', content: 'y' })],
  ['the same path in other letters', zip({ name: 'a', content: 'x' }, { name: 'A', content: 'y' })],
  ['a symbolic link', zip({ name: 'a', content: '/etc/passwd', mode: 0o120777 })],
  ['an encrypted entry', zip({ name: 'a', content: 'x', isEncrypted: true })],
  ['a ZIP cut short', whole.subarray(0, whole.length - 40)],
  ['a ZIP of nothing but its mark', Buffer.from('PK\x03\x04')],
  [
    'a ZIP with broken data',
    Buffer.concat([whole.subarray(0, 60), Buffer.alloc(40), whole.subarray(100)]),
  ],
  ['a style sheet that imports itself', zipOf(styled, css('@import "a.css";'))],
  [
    'style sheets that import one another',
    zipOf(styled, css('@import url(b.css);'), { name: 'b.css', content: '@import "a.css";' }),
  ],
  [
    'a style sheet that loads from outside',
    zipOf(styled, css('p { background: url("//evil.example/x") }')),
  ],
  [
    'one picture a thousand times',
    zipOf('<img src="a.png">'.repeat(1_000), { name: 'a.png', content: Buffer.alloc(300_000) }),
  ],
  [
    'one picture a thousand times in a style sheet',
    zipOf(styled, css('p { background: url(a.png) }'.repeat(1_000)), {
      name: 'a.png',
      content: Buffer.alloc(300_000),
    }),
  ],
];

/** Each tells `window.parent` by a message, or the origin by a request, if it does what it must not. */
export const harmlessDocuments: readonly HostileCase[] = [
  ['a prefetch from outside', page('<link rel="dns-prefetch" href="//evil.example">')],
  ['a preconnection', page('<link rel="preconnect" href="https://evil.example">')],
  ['a document without a body', Buffer.from('<!doctype html><p>x')],
  ['bytes that are not UTF-8', Buffer.concat([page(), Buffer.from([0xff, 0xfe, 0xc0, 0x80])])],
  [
    'a style sheet that is not UTF-8',
    aZip([
      { name: 'i.html', content: aDocument(styled) },
      { name: 'a.css', content: Buffer.from([0xff]) },
    ]),
  ],
  ['a script', page('<script>document.title = "x"</script>')],
  [
    'elements for browsers without scripts',
    page('<noscript><img src="https://evil.example/x"></noscript>'),
  ],
  ['handlers', page('<img src="data:," onerror="document.title = 1">')],
  ['500 KB of brackets in a picture set', page(`<img srcset="data:, ${'('.repeat(480_000)}">`)],
  ['500 KB of open image sets', page('', `<style>${'image-set('.repeat(48_000)}</style>`)],
  ['500 KB of commas in a picture set', page(`<img srcset="${','.repeat(500_000)}">`)],
  ['500 KB of open brackets in a style', page('', `<style>${'url('.repeat(120_000)}</style>`)],
  ['500 KB of quotes in a style', page('', `<style>${'"\\'.repeat(240_000)}</style>`)],
  ['500 KB of space in a URL of a style', page('', `<style>url(${' '.repeat(480_000)}</style>`)],
  ['500 KB of open URLs with quotes', page('', `<style>${'url("'.repeat(90_000)}</style>`)],
  ['500 KB of imports with space', page('', `<style>${'@import   '.repeat(48_000)}</style>`)],
  ['500 KB of back slashes in a style', page('', `<style>"${'\\'.repeat(480_000)}</style>`)],
  ['an open comment in a style', page('', `<style>/*${'*'.repeat(400_000)}</style>`)],
  ['500 KB of imports', page('', `<style>${'@import'.repeat(70_000)}</style>`)],
  ['500 KB of brackets', page('<'.repeat(500_000))],
  ['500 KB of references to signs', page('&notit;'.repeat(70_000))],
  [
    'a script with the end of a script in it',
    zipOf('<script src="a.js"></script>', {
      name: 'a.js',
      content: 'const end = "</script><script>hit()</script>"; // <!-- <script>',
    }),
  ],
  [
    'a style sheet with the end of a style in it',
    zipOf(styled, css('p { content: "</style><b id=x>" }')),
  ],
];
