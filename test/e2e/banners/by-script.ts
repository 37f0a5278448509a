import { type Banner, blue, gold, green, page, red } from './banner';

const canvas = '<canvas id="stage" width="300" height="250"></canvas>';
const script = (code: string): string => `<script>${code}</script>`;

/** Two pictures, of which a fragment names the one that is shown. */
const pictures = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><style>rect { display: none } rect:target { display: inline }</style><rect id="red" width="200" height="200" fill="${red.colour}"/><rect id="5 o'clock (tea)" width="200" height="100" fill="${gold.colour}"/></svg>`;

/** Banners whose files nothing but their scripts names. */
export const bannersByScript: readonly Banner[] = [
  {
    kind: 'a picture drawn on a canvas, and read from it',
    document: page(
      canvas +
        script(`const image = new Image();
          image.onload = () => {
            const pen = stage.getContext('2d');
            pen.drawImage(image, 0, 0);
            pen.putImageData(pen.getImageData(0, 0, 100, 100), 150, 120);
          };
          image.src = 'images/red.png';`),
    ),
    files: { 'images/red.png': red },
  },
  {
    kind: 'backgrounds that a script sets in six ways',
    document: page(
      '<i></i>'.repeat(6) +
        script(`const all = document.querySelectorAll('i');
          all[0].style.backgroundImage = 'url(images/red.png)';
          all[1].style.background = 'url("images/green.png") no-repeat';
          all[2].style.setProperty('background-image', "url('images/blue.png')");
          all[3].style.cssText = 'background-image: url(images/gold.png)';
          all[4].setAttribute('style', 'background-image: url(./images/red.png?v=2)');
          document.styleSheets[0].insertRule('i:last-of-type { background: url(images/green.png) }', 0);`),
      '<style>i { float: left; width: 100px; height: 125px }</style>',
    ),
    files: {
      'images/red.png': red,
      'images/green.png': green,
      'images/blue.png': blue,
      'images/gold.png': gold,
    },
  },
  {
    kind: 'a manifest that a loader of its own fetches as blobs',
    document: page(
      canvas +
        script(`var lib = { properties: { manifest: [{ src: 'images/a.png', id: 'a' }, { src: 'images/b.png', id: 'b' }] } };
          lib.properties.manifest.forEach(({ src }, at) => {
            const request = new XMLHttpRequest();
            request.open('GET', src, true);
            request.responseType = 'blob';
            request.onload = () => {
              const image = new Image();
              image.onload = () => stage.getContext('2d').drawImage(image, at * 150, 0, 150, 250);
              image.src = URL.createObjectURL(request.response);
            };
            request.send();
          });`),
    ),
    files: { 'images/a.png': blue, 'images/b.png': gold },
  },
  {
    kind: 'scripts that scripts load, in turn',
    document: page(
      canvas +
        script(`const first = document.createElement('script');
          first.src = 'js/first.js';
          first.onload = () => paint('gold');
          document.head.appendChild(first);`),
    ),
    files: {
      'js/first.js':
        "const second = document.createElement('script'); second.setAttribute('src', 'js/second.js'); document.head.append(second); const paint = (colour) => { const pen = stage.getContext('2d'); pen.fillStyle = colour; pen.fillRect(0, 0, 100, 100); };",
      'js/second.js':
        "stage.getContext('2d').fillStyle = 'teal'; stage.getContext('2d').fillRect(150, 100, 100, 100);",
    },
  },
  {
    kind: 'texts that it fetches',
    document: page(
      '<h1></h1><img>' +
        script(`fetch('data/copy.json').then((answer) => answer.json()).then(({ title, picture }) => {
            document.querySelector('h1').textContent = title;
            document.querySelector('img').src = picture;
          });`),
    ),
    files: {
      'data/copy.json': '{"title":"Été","picture":"img/green.png"}',
      'img/green.png': green,
    },
  },
  {
    kind: 'markup that a script writes',
    document: page(
      `<div id="a"></div><div id="b"></div>${script(`a.innerHTML = '<img src="img/red.png" width="100" height="80">';
          b.insertAdjacentHTML('beforeend', '<b style="display:block;height:80px;background:url(img/blue.png)"></b>');
          document.write('<img src=img/gold.png width=300 height=80>');`)}`,
    ),
    files: { 'img/red.png': red, 'img/blue.png': blue, 'img/gold.png': gold },
  },
  {
    kind: 'frames whose names it counts up',
    document: page(
      canvas +
        script(`for (let at = 0; at < 3; at += 1) {
            const image = document.createElement('img');
            image.onload = () => stage.getContext('2d').drawImage(image, at * 100, 0, 100, 250);
            image.src = 'frames/f_' + String(at).padStart(3, '0') + '.png';
          }`),
    ),
    files: { 'frames/f_000.png': red, 'frames/f_001.png': green, 'frames/f_002.png': blue },
  },
  {
    kind: 'a slide show that comes back to the picture that the document has',
    document: page(
      '<img id="slide" src="one.png">' +
        script(`let count = 0;
          const timer = setInterval(() => {
            slide.src = ['two.png', 'one.png'][count % 2];
            if ((count += 1) === 4) clearInterval(timer);
          }, 20);`),
    ),
    files: { 'one.png': gold, 'two.png': red },
  },
  {
    kind: 'elements of its own (Google Web Designer)',
    document: page(
      '<gwd-image source="assets/green.png"></gwd-image>',
      script(`customElements.define('gwd-image', class extends HTMLElement {
          connectedCallback() {
            const image = document.createElement('img');
            image.setAttribute('src', this.getAttribute('source'));
            this.attachShadow({ mode: 'open' }).append(image);
          }
        });`),
    ),
    files: { 'assets/green.png': green },
  },
  {
    kind: 'modules that import one another',
    document: page('<img id="picture">', '<script type="module" src="js/main.js"></script>'),
    files: {
      'js/main.js':
        "import { source } from './parts/source.js'; document.getElementById('picture').src = source;",
      'js/parts/source.js':
        "import name from '../name.mjs'; export const source = new URL(`../../img/${name}`, import.meta.url).href;",
      'js/name.mjs': "export default 'blue.png';",
      'img/blue.png': blue,
    },
  },
  {
    kind: 'scripts of the head that wait for the body',
    document: page(
      '<h1 id="title">?</h1>',
      '<script defer src="a.js"></script><script async src="b.js"></script>',
    ),
    files: {
      'a.js': "document.getElementById('title').textContent = 'Waited';",
      'b.js': "document.body.style.background = 'tomato';",
    },
  },
  {
    kind: 'a library with a sign of Latin-1 in its comment',
    document: page('<h1 id="title">?</h1><script src="lib.js"></script>'),
    files: { 'lib.js': Buffer.from("/* \xa9 2012 */ title.textContent = 'Run';", 'latin1') },
  },
  {
    kind: 'a packed script',
    document: page(
      `<h1 id="title">?</h1>${script("eval(\"title.textContent = ['Un', 'packed'].join('')\")")}`,
    ),
  },
  {
    kind: 'a drawing that a script fills',
    document: page(
      '<svg id="drawing" width="300" height="250"></svg>' +
        script(`const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
          image.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', 'img/gold.png');
          image.setAttribute('width', 300);
          image.setAttribute('height', 250);
          drawing.append(image);`),
    ),
    files: { 'img/gold.png': gold },
  },
  {
    kind: 'style sheets that a script loads and makes',
    document: page(
      '<i></i><b></b>' +
        script(`const link = document.createElement('link');
          link.rel = 'stylesheet';
          link.href = 'css/late.css';
          document.head.append(link);
          const style = document.createElement('style');
          style.textContent = 'b { background: url(img/red.png) }';
          document.head.append(style);`),
      '<style>i, b { display: block; height: 120px }</style>',
    ),
    files: {
      'css/late.css': 'i { background: url(../img/blue.png) }',
      'img/blue.png': blue,
      'img/red.png': red,
    },
  },
  {
    kind: 'pictures of one SVG file',
    document: page(
      '<img id="one" width="100" height="100"><i id="other"></i><div id="more"></div>' +
        script(`one.src = 'img/pictures.svg#red';
          other.style.backgroundImage = 'url("img/pictures.svg#5 o\\'clock (tea)")';
          more.innerHTML = '<img src="img/pictures.svg#red" width="300" height="50">';`),
      '<style>i { display: inline-block; width: 200px; height: 200px }</style>',
    ),
    files: { 'img/pictures.svg': pictures },
  },
];
