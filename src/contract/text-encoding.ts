import { Type } from '@sinclair/typebox';
import { type TextEncoding, textEncodings } from '#domain/text/encoding.ts';

/** An encoding that files are read in, by its WHATWG name. */
export const textEncoding = Type.Unsafe<TextEncoding>(
  Type.Union(textEncodings.map((one) => Type.Literal(one))),
);
