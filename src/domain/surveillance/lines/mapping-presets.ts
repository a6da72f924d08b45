/** Mappings of feeds that many stations have, to begin with; each name is that of the program or service. */
export interface MappingPreset {
  name: string;
  mapping: string;
}

const written = (mapping: object): string => JSON.stringify(mapping, null, 1);

/** `aircraft.json` of readsb and of its relatives: field list in README-json.md of wiedehopf/readsb. */
const receiverFields = {
  icao24: '/hex',
  addressType: '/type',
  callsign: '/flight',
  latitude: '/lat',
  longitude: '/lon',
  pressureAltitude: { at: '/alt_baro', unit: 'ft' },
  geometricAltitude: { at: '/alt_geom', unit: 'ft' },
  groundSpeed: { at: '/gs', unit: 'kt' },
  track: '/track',
  verticalRate: { at: '/baro_rate', unit: 'ft/min' },
  mode3A: '/squawk',
  at: { at: '#/now', unit: 's' },
  positionAge: { at: '/seen_pos', unit: 's' },
};

/** Rows of `/api/states/all` are lists: openskynetwork.github.io/opensky-api/rest.html. */
const openSkyFields = {
  icao24: '/0',
  callsign: '/1',
  at: { at: '/3', unit: 's' },
  longitude: '/5',
  latitude: '/6',
  pressureAltitude: '/7',
  onGround: '/8',
  groundSpeed: '/9',
  track: '/10',
  verticalRate: '/11',
  geometricAltitude: '/13',
  mode3A: '/14',
};

export const mappingPresets: readonly MappingPreset[] = [
  {
    name: 'readsb, tar1090, dump1090-fa',
    mapping: written({ reports: '/aircraft', fields: receiverFields }),
  },
  { name: 'OpenSky Network', mapping: written({ reports: '/states', fields: openSkyFields }) },
];
