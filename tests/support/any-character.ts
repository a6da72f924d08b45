import fc from 'fast-check';

/**
 * Any character of Unicode, as the `unit` of `fc.string`. fast-check's own `binary` makes a table of all of them first, which
 * takes a second.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  // Halves of a pair are no characters.
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
