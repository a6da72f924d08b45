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

/** `AircraftList.json`: virtualradarserver.co.uk/Documentation/Formats/AircraftList.aspx. */
const virtualRadarFields = {
  icao24: '/Icao',
  callsign: '/Call',
  latitude: '/Lat',
  longitude: '/Long',
  pressureAltitude: { at: '/Alt', unit: 'ft' },
  groundSpeed: { at: '/Spd', unit: 'kt' },
  track: '/Trak',
  verticalRate: { at: '/Vsi', unit: 'ft/min' },
  mode3A: '/Sqk',
  onGround: '/Gnd',
  at: { at: '/PosTime', unit: 'ms' },
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
  {
    name: 'adsb.lol, adsb.fi, airplanes.live (v2)',
    mapping: written({ reports: '/ac', fields: { ...receiverFields, at: { at: '#/now', unit: 'ms' } } }),
  },
  { name: 'Virtual Radar Server', mapping: written({ reports: '/acList', fields: virtualRadarFields }) },
  { name: 'OpenSky Network', mapping: written({ reports: '/states', fields: openSkyFields }) },
];
