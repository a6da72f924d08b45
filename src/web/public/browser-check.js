// Runs before the page: an outdated browser shows which versions are supported instead of an empty page.

(() => {
  const root = document.getElementById('root');
  const isEnough =
    typeof AbortSignal === 'function' &&
    typeof AbortSignal.any === 'function' &&
    typeof URL.canParse === 'function' &&
    typeof Array.prototype.toSorted === 'function' &&
    typeof Intl.supportedValuesOf === 'function' &&
    CSS.supports('color', 'color-mix(in srgb, red, blue)');
  if (isEnough || !root) return;
  const needed = 'Chrome 120, Edge 120, Firefox 124, Safari 17.4';
  const texts = [
    `浏览器版本过低，无法显示本系统。请使用以下版本或更高版本：${needed}`,
    `This browser is too old to show Clearway. Use one of these, or a later version: ${needed}`,
  ];
  const words = document.createElement('main');
  Object.assign(words.style, { maxWidth: '40rem', margin: '0 auto', padding: '3rem 1.5rem' });
  for (const text of texts) {
    const line = document.createElement('p');
    line.textContent = text;
    words.appendChild(line);
  }
  // Without its root element the page does not start.
  root.parentNode.replaceChild(words, root);
})();
