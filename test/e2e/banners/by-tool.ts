import { readFileSync } from 'node:fs';
import { type Banner, blue, gold, green, page, red } from './banner';

const fileOf = (name: string): Buffer => readFileSync(require.resolve(name));
const createjs = fileOf('createjs/builds/1.0.0/createjs.min.js');
const gsap = fileOf('gsap/dist/gsap.min.js');

/** Frame of Adobe Animate's HTML5 Canvas documents: a composition, its library, and a manifest that CreateJS loads. */
const animate = (usesRequests: 'true' | 'false'): string =>
  page(
    `<div id="animation_container" style="width:300px;height:250px"><canvas id="canvas" width="300" height="250"></canvas></div>`,
    `<script src="libs/createjs.min.js"></script><script src="banner.js"></script><script>
      var clickTag = 'https://shop.example/';
      function init() {
        var composition = AdobeAn.getComposition('C0FFEE'), lib = composition.getLibrary(), images = composition.getImages();
        var loader = new createjs.LoadQueue(${usesRequests});
        loader.addEventListener('fileload', function (event) {
          if (event.item.type === 'image') images[event.item.id] = event.result;
        });
        loader.addEventListener('complete', function () {
          var stage = new createjs.Stage('canvas');
          stage.addChild(new lib.banner(images));
          createjs.Ticker.framerate = 24;
          createjs.Ticker.addEventListener('tick', stage);
        });
        loader.loadManifest(lib.properties.manifest);
      }
      addEventListener('load', init);
    </script>`,
  );
const composition = `(function (cjs, an) {
  var lib = { properties: { width: 300, height: 250, fps: 24, manifest: [{ src: 'images/back.png?1700000000000', id: 'back' }, { src: 'images/pack.png?1700000000000', id: 'pack' }] } };
  lib.banner = function (images) {
    cjs.Container.call(this);
    var back = new cjs.Bitmap(images.back), pack = new cjs.Bitmap(images.pack);
    back.scaleX = 1.5; back.scaleY = 1.25; pack.scaleX = pack.scaleY = 0.5;
    this.addChild(back, pack);
    cjs.Tween.get(pack).to({ x: 150, y: 100 }, 200);
  };
  lib.banner.prototype = Object.create(cjs.Container.prototype);
  an.getComposition = function () { var images = {}; return { getLibrary: function () { return lib; }, getImages: function () { return images; } }; };
})(createjs, AdobeAn = window.AdobeAn || {});`;
const animated = {
  'libs/createjs.min.js': createjs,
  'banner.js': composition,
  'images/back.png': blue,
  'images/pack.png': gold,
};

/** Banners of tools of the trade, with the libraries that these write beside them. */
export const bannersByTool: readonly Banner[] = [
  {
    kind: 'Adobe Animate, whose loader takes elements',
    document: animate('false'),
    files: animated,
  },
  {
    kind: 'Adobe Animate, whose loader takes requests',
    document: animate('true'),
    files: animated,
  },
  {
    kind: 'GSAP, with pictures of a style sheet and of a script',
    document: page(
      '<div id="a"></div><div id="b"></div><img id="c"><script src="js/gsap.min.js"></script><script src="js/main.js"></script>',
      '<link rel="stylesheet" href="css/main.css">',
    ),
    files: {
      'js/gsap.min.js': gsap,
      'js/main.js': `document.getElementById('c').src = 'img/blue.png';
        gsap.timeline().set('#b', { backgroundImage: 'url(img/green.png)' })
          .from('#a', { x: -300, duration: 0.1 }).to('#c', { x: 60, y: -40, scale: 0.5, duration: 0.1 });`,
      'css/main.css': 'div { width: 150px; height: 120px } #a { background: url(../img/red.png) }',
      'img/red.png': red,
      'img/green.png': green,
      'img/blue.png': blue,
    },
  },
];
