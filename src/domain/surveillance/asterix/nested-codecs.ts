import {
  type FormCodec,
  isFields,
  type Profile,
  type Sink,
  truncated,
  undefinedItem,
  unknownFieldOf,
} from './item-codec.ts';
import { explicitCodec } from './plain-codecs.ts';
import type { Fields, Value } from './table.ts';

/** A primary subfield of presence bits with FX, then the subitems that it announces. */
export function compoundCodec(subs: Profile): FormCodec {
  return {
    next(view, offset, end) {
      let at = presenceEnd(view, offset, end);
      if (at < 0) return at;
      const primaryEnd = at;
      for (let octet = offset; octet < primaryEnd; octet++) {
        const bits = view.getUint8(octet);
        for (let bit = 0; bit < 7; bit++) {
          if ((bits & (0x80 >> bit)) === 0) continue;
          const sub = subs[(octet - offset) * 7 + bit];
          if (!sub) return undefinedItem;
          at = sub.next(view, at, end);
          if (at < 0) return at;
        }
      }
      return at;
    },
    read(view, offset, next) {
      const out: { [name: string]: Value } = {};
      let at = presenceEnd(view, offset, next);
      const primaryEnd = at;
      for (let octet = offset; octet < primaryEnd; octet++) {
        const bits = view.getUint8(octet);
        for (let bit = 0; bit < 7; bit++) {
          if ((bits & (0x80 >> bit)) === 0) continue;
          const sub = subs[(octet - offset) * 7 + bit];
          if (!sub) return out;
          const subEnd = sub.next(view, at, next);
          out[sub.name] = sub.read(view, at, subEnd);
          at = subEnd;
        }
      }
      return out;
    },
    write(value, out) {
      if (!isFields(value)) return 'value';
      return writePresent(subs, value, out);
    },
  };
}

export function presenceEnd(view: DataView, offset: number, end: number): number {
  for (let at = offset; at < end; at++) if ((view.getUint8(at) & 1) === 0) return at + 1;
  return truncated;
}

/** Presence bits (FSPEC or primary subfield), then the items that `value` has, in table order. */
export function writePresent(codecs: Profile, value: Fields, out: Sink): true | string {
  const unknownField = unknownFieldOf(value, codecs);
  if (unknownField !== undefined) return unknownField;
  let last = 0;
  codecs.forEach((codec, i) => {
    if (codec && value[codec.name] !== undefined) last = i;
  });
  const octets = ((last / 7) | 0) + 1;
  const presence = out.reserve(octets);
  for (let i = 0; i < octets - 1; i++) out.bytes()[presence + i] = 1;
  for (const [i, codec] of codecs.entries()) {
    const part = codec ? value[codec.name] : undefined;
    if (!codec || part === undefined) continue;
    const at = presence + ((i / 7) | 0);
    out.bytes()[at] = (out.bytes()[at] ?? 0) | (0x80 >> (i % 7));
    const written = codec.write(part, out);
    if (written !== true) return `${codec.name}.${written}`;
  }
  return true;
}

/**
 * A length, eight presence bits without FX, then the items that they announce. What a sender has agreed with somebody
 * else under the same name does not go by the table: it stays octets, and the record stands.
 */
export function expansionCodec(subs: Profile): FormCodec {
  const fieldsIn = (view: DataView, offset: number, next: number): Fields | null => {
    if (offset + 1 >= next) return null;
    const out: { [name: string]: Value } = {};
    const presence = view.getUint8(offset + 1);
    let at = offset + 2;
    for (let bit = 0; bit < 8; bit++) {
      if ((presence & (0x80 >> bit)) === 0) continue;
      const sub = subs[bit];
      const end = sub ? sub.next(view, at, next) : undefinedItem;
      if (!sub || end < 0) return null;
      out[sub.name] = sub.read(view, at, end);
      at = end;
    }
    return at === next ? out : null;
  };
  return {
    next: explicitCodec.next,
    read: (view, offset, next) => fieldsIn(view, offset, next) ?? explicitCodec.read(view, offset, next),
    write(value, out) {
      if (!isFields(value)) return explicitCodec.write(value, out);
      const unknownField = unknownFieldOf(value, subs);
      if (unknownField !== undefined) return unknownField;
      const head = out.reserve(2);
      for (const [bit, sub] of subs.entries()) {
        const part = sub ? value[sub.name] : undefined;
        if (!sub || part === undefined) continue;
        out.bytes()[head + 1] = (out.bytes()[head + 1] ?? 0) | (0x80 >> bit);
        const written = sub.write(part, out);
        if (written !== true) return `${sub.name}.${written}`;
      }
      const octets = out.length() - head;
      if (octets > 255) return 'value';
      out.bytes()[head] = octets;
      return true;
    },
  };
}
