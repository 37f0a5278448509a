import { type Banner, blue, gold, green, page, red } from './banner';

/** Banners whose files are named by the document and its style sheets. */
export const bannersByDocument: readonly Banner[] = [
  {
    kind: 'a picture in a folder, named in other letters than the file',
    document: page('<img src="Images/Red.PNG">'),
    files: { 'Images/Red.PNG': red },
  },
  {
    kind: 'style sheets that import one another, from folders of their own',
    document: page(
      '<i class="a"></i><i class="b"></i>',
      '<link rel="stylesheet" href="css/a.css">',
    ),
    files: {
      'css/a.css':
        '@import "more/b.css"; i { display: block; height: 100px } .a { background: url(../img/red.png) }',
      'css/more/b.css': '.b { background: url("../../img/blue.png") }',
      'img/red.png': red,
      'img/blue.png': blue,
    },
  },
  {
    kind: 'a sprite that a keyframe animation moves to its end',
    document: page(
      '<i></i>',
      '<style>i{display:block;width:200px;height:200px;background:url(img/green.png);animation:in .1s forwards}@keyframes in{from{transform:translateX(-300px)}to{transform:translateX(50px)}}</style>',
    ),
    files: { 'img/green.png': green },
  },
  {
    kind: 'a set of pictures without a space behind its commas',
    // Browsers take the finest of pictures that need no loading.
    document: page('<img width="200" height="200" srcset="img/red.png 1x,img/red@2x.png 2x">'),
    files: { 'img/red.png': red, 'img/red@2x.png': red },
  },
  {
    kind: 'an image-set with texts for URLs',
    document: page(
      '<div style="width:300px;height:250px;background-image:-webkit-image-set(\'img/gold.png\' 1x, url(img/blue.png) 2x);background-repeat:no-repeat"></div>',
    ),
    files: { 'img/gold.png': gold, 'img/blue.png': blue },
  },
  {
    kind: 'back slashes in the names of its archive (PowerShell, .NET 4.5)',
    document: page('<img src="img/sub/red.png">'),
    files: { 'img/sub/red.png': red },
    spell: (path) => ({ name: path.replaceAll('/', '\\') }),
  },
  {
    kind: 'back slashes in its references',
    document: page('<img src="img\\green.png">'),
    files: { 'img/green.png': green },
  },
  {
    kind: 'names in UTF-8 that do not say so',
    document: page('<img src="img/émoi.png"><img src="img/%C3%BC.png">'),
    files: { 'img/émoi.png': red, 'img/ü.png': blue },
    spell: (name) => ({ name, saysUtf8: false }),
  },
  {
    kind: 'names that a Mac has taken apart',
    document: page('<img src="img/hinüber.png">'),
    files: { 'img/hinüber.png': gold },
    spell: (path) => ({ name: path.normalize('NFD') }),
  },
  {
    kind: 'a document in windows-1252 that says so',
    document: Buffer.from(
      '<!DOCTYPE html><html><head><meta charset="windows-1252"></head><body style="font:40px sans-serif">Caf\xe9 \x80 5</body></html>',
      'latin1',
    ),
  },
  {
    kind: 'a document in windows-1252 that says nothing, nor where its body begins',
    document: Buffer.from('<!DOCTYPE html><title>x</title><h1>D\xe9j\xe0 vu</h1>', 'latin1'),
  },
  {
    kind: 'a size that the document alone says, as Google Web Designer writes it',
    document: page('<img src="red.png">', '<meta name="ad.size" content="width=300,height=250">'),
    files: { 'red.png': red },
    scope: null,
  },
  {
    kind: 'links that load nothing of an advert',
    document: page(
      '<img src="blue.png">',
      '<base target="_blank"><link rel="shortcut icon" href="//cdn.example/favicon.ico"><link rel="preconnect" href="https://fonts.example"><link rel="canonical" href="https://shop.example/">',
    ),
    files: { 'blue.png': blue },
  },
  {
    kind: 'a base that leads to a folder of its own',
    document: page('<img src="green.png">', '<base href="./assets/">'),
    files: { 'assets/green.png': green },
  },
  {
    kind: 'a drawing with pictures',
    document: page(
      '<svg width="300" height="250"><image href="gold.png" width="150" height="250"/><image xlink:href="red.png" x="150" width="150" height="250"/></svg>',
    ),
    files: { 'gold.png': gold, 'red.png': red },
  },
  {
    kind: 'imports into layers, and on conditions of support and of media',
    document: page(
      '<i class="a"></i><i class="b"></i><i class="c"></i>',
      '<link rel="stylesheet" href="css/main.css">',
    ),
    files: {
      'css/main.css':
        '@layer low, high; @import "high.css" layer(high); @import url(low.css) layer(low) supports(display: flow-root); @import "never.css" supports(display: nothing); @import "print.css" print; i { float: left; width: 100px; height: 200px } @import "late.css";',
      'css/high.css': '.a { background: url(../red.png) } .b { background: #1e1ec8 }',
      'css/low.css': '.a, .b { background: gold } .c { background: #1ec81e }',
      'css/never.css': '.c { background: black !important }',
      'css/print.css': 'i { display: none }',
      'css/late.css': 'i { background: black !important }',
      'red.png': red,
    },
  },
  {
    kind: 'a second HTML file, which its script fetches',
    document: page(
      '<div id="card"></div><script>fetch("parts/card.html").then((answer) => answer.text()).then((text) => { card.innerHTML = text; });</script>',
    ),
    files: { 'parts/card.html': '<img src="gold.png"><h1>Two</h1>', 'gold.png': gold },
  },
];
