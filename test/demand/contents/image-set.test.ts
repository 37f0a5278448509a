import { expect, it } from '@jest/globals';
import { spellImageSets } from '../../../src/demand/contents/image-set';

it.each([
  [`image-set("a.png" 1x, 'b.png' 2x)`, `image-set(url("a.png") 1x, url('b.png') 2x)`],
  [`-webkit-image-set("a.png" 1x) "b"`, `-webkit-image-set(url("a.png") 1x) "b"`],
  [`image-set("a.avif" type("image/avif"))`, `image-set(url("a.avif") type("image/avif"))`],
  [`image-set(url("a.png") 1x, "b")`, `image-set(url("a.png") 1x, url("b"))`],
  [`image-set(url(data:x;base64,AA) 1x, "b")`, `image-set(url(data:x;base64,AA) 1x, url("b"))`],
  [`a { b: image-set( } c { content: "x" }`, `a { b: image-set( } c { content: "x" }`],
  [
    `/* image-set("a") */ content: "image-set('a')"`,
    `/* image-set("a") */ content: "image-set('a')"`,
  ],
])('writes the texts of %p as URLs', (css, expected) => {
  expect(spellImageSets(css)).toBe(expected);
});
