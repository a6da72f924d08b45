import { expect, test } from 'vitest';
import { otherSystem } from '#domain/geo/crs-name.ts';

const named = (name: unknown) => ({ type: 'name', properties: { name } });

test.each([
  undefined,
  null,
  named('urn:ogc:def:crs:OGC:1.3:CRS84'),
  named('urn:ogc:def:crs:OGC::CRS84'),
  named('http://www.opengis.net/def/crs/OGC/1.3/CRS84'),
  named('OGC:CRS84'),
  named('EPSG:4326'),
  named(' epsg:4326 '),
  named('urn:ogc:def:crs:EPSG::4326'),
  named('urn:ogc:def:crs:EPSG:6.9:4326'),
  named('http://www.opengis.net/def/crs/EPSG/0/4326'),
  named('EPSG:4490'),
  named('WGS 84'),
  'EPSG:4326',
  { type: 'EPSG', properties: { code: 4326 } },
  { type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/4326/proj4/', type: 'proj4' } },
])('%j is WGS-84, or none', (crs) => {
  expect(otherSystem(crs)).toBeNull();
});

test.each([
  [named('EPSG:4214'), 'EPSG:4214'],
  [named('urn:ogc:def:crs:EPSG::3857'), 'urn:ogc:def:crs:EPSG::3857'],
  [named('EPSG:14326'), 'EPSG:14326'],
  [named('EPSG:43260'), 'EPSG:43260'],
  [named('WGS 84 / UTM zone 48N'), 'WGS 84 / UTM zone 48N'],
  [{ type: 'EPSG', properties: { code: 4214 } }, 'EPSG:4214'],
  [{ type: 'link', properties: { href: 'http://a.example/4214' } }, 'http://a.example/4214'],
  [named(5), '5'],
  [{ type: 'name' }, '{"type":"name"}'],
])('%j is the other system %s', (crs, system) => {
  expect(otherSystem(crs)).toBe(system);
});
