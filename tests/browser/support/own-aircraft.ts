import { expect } from 'vitest';
import type { Product } from './product.ts';

/** An aircraft of a test alone, made by the operator with all that an application asks for. */
export async function makeAircraft(product: Product, registration: string): Promise<number> {
  const like = await product.api('operator', 'GET', '/api/records/aircraft?registration=B-10QA');
  const made = await product.api('operator', 'POST', '/api/records/aircraft', {
    registration,
    type: like.body[0].type,
    company: like.body[0].company,
    serialNumber: registration,
    seats: 4,
    mtowKg: 1200,
    airworthinessNumber: registration,
    airworthinessExpiry: '2031-05-01',
  });
  expect([made.status, JSON.stringify(made.body)]).toEqual([201, expect.any(String)]);
  return made.body.id;
}
