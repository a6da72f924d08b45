import { Type } from '@sinclair/typebox';
import { type AddressType, addressTypes } from '#domain/surveillance/track/report.ts';

/** Of what kind an identity is: an address of ICAO's, an anonymous one, the number of a track or a device. */
export const addressType = Type.Unsafe<AddressType>(
  Type.Union(addressTypes.map((type) => Type.Literal(type))),
);
