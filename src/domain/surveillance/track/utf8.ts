const replacement = 0xfffd;

/** Text of octets in UTF-8; what is not UTF-8 reads as U+FFFD. */
export function utf8Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++] ?? 0;
    const more =
      first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
    let code = more < 0 ? replacement : more === 0 ? first : first & (0x3f >> more);
    for (let left = more; left > 0; left--) {
      const next = bytes[at] ?? 0;
      if ((next & 0xc0) !== 0x80) {
        code = replacement;
        break;
      }
      code = (code << 6) | (next & 0x3f);
      at++;
    }
    text += String.fromCodePoint(code <= 0x10ffff ? code : replacement);
  }
  return text;
}
