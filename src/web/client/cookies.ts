/** Reads a cookie of this page; undefined where there is none. */
export function readCookie(name: string): string | undefined {
  for (const part of document.cookie.split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) return decodeURIComponent(value.join('='));
  }
  return undefined;
}

/** Without `maxAgeMs` the cookie ends with the browser's session. */
export function writeCookie(name: string, value: string, maxAgeMs?: number): void {
  const age = maxAgeMs === undefined ? '' : `; max-age=${Math.floor(maxAgeMs / 1000)}`;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the specification keeps the token and the preferences in cookies, and the Cookie Store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=strict${age}${secure}`;
}

export function dropCookie(name: string): void {
  writeCookie(name, '', 0);
}
