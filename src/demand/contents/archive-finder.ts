/**
 * Finds files of an archive that scripts name while they run: they stand in the document as data URIs. It comes before
 * every script of the document, and goes between a script and each way of loading something by a name. A name is read as
 * if the document lay in its archive; what is no file there is left as it is, and the document's policy stops it.
 */
const finder = `
(function (files, base) {
  // Scripts may have read an address of the document, and made one of their own of it.
  var here = /^https?:$/.test(location.protocol) ? location.href.replace(/[?#].*/, '').replace(/[^/]*$/, '') : '';
  function find(name) {
    var url, part;
    name = String(name);
    if (/^(data|blob|about|javascript):|^#/i.test(name)) return null;
    if (here !== '' && name.indexOf(here) === 0) name = name.slice(here.length);
    try {
      url = new URL(name, base);
      if (url.origin !== new URL(base).origin) return null;
      // It may stand without quotes in a style.
      part = url.hash.replace(/['()\\\\]/g, function (sign) { return '%' + sign.charCodeAt(0).toString(16); });
      url = decodeURIComponent(url.pathname.slice(1)).normalize('NFC').toLowerCase();
    } catch (error) { return null; }
    if (!Object.prototype.hasOwnProperty.call(files, url)) return null;
    return /^data:image\\/svg/.test(files[url]) ? files[url] + part : files[url];
  }
  function uri(name) { return (name !== null && name !== undefined && find(name)) || name; }
  function css(text) {
    return typeof text !== 'string' || text.indexOf('url(') < 0 ? text :
      text.replace(/url\\(\\s*(?:"([^"]*)"|'([^']*)'|&quot;(.*?)&quot;|([^"')]*?))\\s*\\)/g, function (all, a, b, c, d) {
        var found = find(a || b || c || d || '');
        return found ? 'url(' + found + ')' : all;
      });
  }
  function set(text) {
    return String(text).replace(/(^|,)(\\s*)([^\\s,]+)/g, function (all, comma, gap, name) {
      return comma + gap + uri(name);
    });
  }
  function markup(text) {
    return css(String(text).replace(/(\\s(?:src|href|poster|background|xlink:href)\\s*=\\s*)(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))/gi,
      function (all, before, a, b, c) {
        var found = find(a || b || c || '');
        return found ? before + '"' + found + '"' : all;
      }));
  }
  function onSet(owner, name, change) {
    var old = owner && Object.getOwnPropertyDescriptor(owner.prototype, name);
    if (!old || !old.set) return;
    Object.defineProperty(owner.prototype, name, {
      configurable: true, enumerable: old.enumerable, get: old.get,
      set: function (value) { old.set.call(this, change(value)); }
    });
  }
  function onCall(owner, name, at, change) {
    var old = owner && owner[name];
    if (!old) return;
    owner[name] = function () {
      var given = Array.prototype.slice.call(arguments);
      if (given.length > at) given[at] = change(given[at], given);
      return old.apply(this, given);
    };
  }
  function onNew(name, at, change) {
    if (window[name]) window[name] = new Proxy(window[name], {
      construct: function (made, given) {
        if (given.length > at) given[at] = change(given[at]);
        return Reflect.construct(made, given);
      }
    });
  }
  function attribute(value, given) {
    var name = String(given[given.length - 2]).toLowerCase();
    if (name === 'style') return css(value);
    if (name === 'srcset') return set(value);
    return /^(src|href|poster|background|xlink:href)$/.test(name) ? uri(value) : value;
  }
  [[window.HTMLImageElement, 'src'], [window.HTMLScriptElement, 'src'], [window.HTMLMediaElement, 'src'],
    [window.HTMLSourceElement, 'src'], [window.HTMLTrackElement, 'src'], [window.HTMLInputElement, 'src'],
    [window.HTMLVideoElement, 'poster'], [window.HTMLLinkElement, 'href'], [window.SVGAnimatedString, 'baseVal']
  ].forEach(function (one) { onSet(one[0], one[1], uri); });
  onSet(window.HTMLImageElement, 'srcset', set);
  onSet(window.HTMLSourceElement, 'srcset', set);
  onSet(window.CSSStyleDeclaration, 'cssText', css);
  onSet(window.Element, 'innerHTML', markup);
  onSet(window.Element, 'outerHTML', markup);
  var element = Element.prototype, sheet = CSSStyleSheet.prototype;
  onCall(element, 'insertAdjacentHTML', 1, markup);
  onCall(element, 'setAttribute', 1, attribute);
  onCall(element, 'setAttributeNS', 2, attribute);
  onCall(Range.prototype, 'createContextualFragment', 0, markup);
  onCall(document, 'write', 0, markup);
  onCall(document, 'writeln', 0, markup);
  onCall(CSSStyleDeclaration.prototype, 'setProperty', 1, css);
  ['insertRule', 'replace', 'replaceSync'].forEach(function (name) { onCall(sheet, name, 0, css); });
  onCall(XMLHttpRequest.prototype, 'open', 1, uri);
  onCall(window, 'fetch', 0, function (asked) {
    var found = find(asked && asked.url || asked);
    return found || asked;
  });
  onNew('Audio', 0, uri);
  onNew('FontFace', 1, css);
  function restyle(node) {
    var old = node.getAttribute('style'), text = css(old);
    if (text !== old) node.setAttribute('style', text);
  }
  function look(node) {
    if (node.nodeType === 3) node = node.parentNode;
    if (!node || node.nodeType !== 1) return;
    if (node.localName === 'style') {
      var text = css(node.textContent);
      if (text !== node.textContent) node.textContent = text;
      return;
    }
    restyle(node);
    node.querySelectorAll('style').forEach(look);
    node.querySelectorAll('[style]').forEach(restyle);
  }
  // Styles are set in more ways than can be stood between; they load nothing before this runs.
  new MutationObserver(function (changes) {
    changes.forEach(function (change) {
      if (change.type === 'attributes') restyle(change.target);
      else if (change.type === 'characterData') look(change.target);
      else {
        if (change.target.localName === 'style') look(change.target);
        change.addedNodes.forEach(look);
      }
    });
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['style'] });
})`;

/** The script that finds these files. @param base URL of the document in its archive */
export function archiveFinder(uris: ReadonlyMap<string, string>, base: string): string {
  const files = JSON.stringify(Object.fromEntries(uris)).replaceAll('<', '\\u003c');
  return `${finder}(${files}, ${JSON.stringify(base)});`;
}
