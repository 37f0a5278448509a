import type { Advert } from './draw';

/**
 * Writes an advert as one HTML document that loads nothing and runs no script: CSS moves it, and the page
 * that shows it takes the click. Motion stops for people who ask for less of it.
 */
export function writeHtmlAdvert(advert: Advert, width: number, height: number): Buffer {
  const { name, claim, action, palette } = advert;
  const waves = Array.from({ length: 14 }, (_, index) => `<i style="--n:${index}"></i>`).join('');
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${name}</title>
<style>
html, body { height: 100%; margin: 0; overflow: hidden; }
body {
  box-sizing: border-box; width: ${width}px; height: ${height}px; padding: 9% 8%; position: relative;
  display: flex; flex-direction: column; align-items: flex-start; gap: 8px;
  background: linear-gradient(150deg, ${palette.from}, ${palette.to});
  color: ${palette.ink}; font: 14px/1.35 system-ui, sans-serif;
}
h1 { margin: 0; font-size: 30px; line-height: 1.05; letter-spacing: -0.02em; }
p { margin: 0; opacity: .85; }
b {
  margin-top: auto; padding: 9px 18px; border-radius: 99px; position: relative;
  background: ${palette.accent}; color: ${palette.onAccent};
}
div { position: absolute; inset: 45% 8% 9% auto; display: flex; align-items: center; gap: 5px; }
i {
  width: 5px; height: 70%; border-radius: 3px; background: ${palette.accent}; opacity: .75;
  animation: swing 1.6s ease-in-out calc(var(--n) * -190ms) infinite alternate;
}
@keyframes swing { from { transform: scaleY(.12); } to { transform: scaleY(1); } }
@media (prefers-reduced-motion: reduce) { i { animation-play-state: paused; } }
</style>
</head>
<body>
<h1>${name}</h1>
<p>${claim}</p>
<div aria-hidden="true">${waves}</div>
<b>${action}</b>
</body>
</html>
`);
}
