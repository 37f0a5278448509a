/**
 * Makes a document as small as its room, as pictures are: a document has one size, and would be cut off where the column
 * is narrower. Where there is room enough, the frame fills it.
 *
 * @param scope `<width>x<height>` of the document
 * @returns the element that has the frame
 */
export function wholeFrame(
  frame: HTMLIFrameElement,
  scope: string,
  signal: AbortSignal,
): HTMLElement {
  const room = document.createElement('div');
  const [width = 0, height = 0] = scope.split('x').map(Number);
  const fit = () => {
    const { clientWidth, clientHeight } = room;
    const share = Math.min(clientWidth / width, clientHeight / height);
    const isSmaller = share > 0 && share < 1;
    const left = (clientWidth - width * share) / 2;
    const top = (clientHeight - height * share) / 2;
    frame.style.cssText = isSmaller
      ? `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;border:0;transform:scale(${share});transform-origin:0 0`
      : 'position:absolute;inset:0;width:100%;height:100%;border:0';
  };
  fit();
  const resized = new ResizeObserver(fit);
  resized.observe(room);
  signal.addEventListener('abort', () => {
    resized.disconnect();
  });
  room.append(frame);
  return room;
}
