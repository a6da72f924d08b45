/** The header that gives a file its name, in any alphabet. */
export function asAttachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]+/g, '_').replace(/["\\]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
