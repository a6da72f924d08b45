import { InputNumber, type InputNumberProps } from 'antd';
import { readNumber } from '#domain/record/transfer/cell-number.ts';
import { halfWidth } from '#domain/text/width.ts';

interface Props extends InputNumberProps<number> {
  /** Of the field: may be typed behind the number, and a length of time may be typed as `1:30`. */
  unit?: string | undefined;
}

/** A number as people type it: what an import reads in a cell is read here, in half or full width. */
export function NumberInput({ unit, ...rest }: Props) {
  return <InputNumber<number> changeOnWheel={false} parser={(typed) => typedNumber(typed, unit)} {...rest} />;
}

/** What is not yet a number, such as `-` and `1.`, is left to the library: it reads no other number from it. */
export function typedNumber(typed: string | undefined, unit?: string): number {
  const reading = readNumber(typed ?? '', { 'x-unit': unit });
  if ('value' in reading && typeof reading.value === 'number') return reading.value;
  const begun = halfWidth(typed ?? '').trim();
  return /^-?\d*\.?\d*$/.test(begun) && /\d/.test(begun) ? Number(begun) : Number.NaN;
}
