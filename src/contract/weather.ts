import { type Static, Type } from '@sinclair/typebox';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { CategoryLimits, FlightCategory } from '#domain/weather/category.ts';
import type { ForecastStretch } from '#domain/weather/forecast-time.ts';
import type { RunwayEnd } from '#domain/weather/runway-wind.ts';
import type { AreaWarning, Forecast, Observation } from '#domain/weather/weather.ts';
import type { WindThere } from '#domain/weather/wind-along.ts';
import { call } from './call.ts';
import { altitudeInput } from './geo.ts';
import { id, optionalBoolean, orNull } from './input.ts';
import { nullable } from './nullable.ts';

/** WGS-84 degrees. */
const position = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
});

const category = nullable(Type.Unsafe<FlightCategory>(Type.String()));
const limits = Type.Unsafe<CategoryLimits>(Type.Unknown());

const report = {
  id: Type.Integer(),
  /** As it came. */
  raw: Type.String(),
  amendment: Type.String(),
  isDemo: Type.Boolean(),
};

const observationReport = Type.Object({
  ...report,
  decoded: Type.Unsafe<Observation>(Type.Unknown()),
  /** By the limits of the caller's operator; null: not enough is said. */
  category,
});
const forecastReport = Type.Object({ ...report, decoded: Type.Unsafe<Forecast>(Type.Unknown()) });

const stationFields = {
  /** ICAO location indicator. */
  station: Type.String(),
  /** Record of the aerodrome; null: there is none, or the caller may not read it. */
  airport: nullable(Type.Integer()),
  name: nullable(Type.String()),
  nameEn: nullable(Type.String()),
  position: nullable(position),
  /** The newest of the last 24 hours; null: none. */
  observation: nullable(observationReport),
  /** Valid now; null: none. */
  forecast: nullable(forecastReport),
};

const station = Type.Object(stationFields);

const warning = Type.Object({
  ...report,
  decoded: Type.Unsafe<AreaWarning>(Type.Unknown()),
  /** Of one that draws none that of its region, by the airspaces that are recorded; null: that is not known. */
  area: nullable(Type.Unsafe<Geometry>(Type.Unknown())),
  isWholeRegion: Type.Boolean(),
  lower: nullable(Type.Unsafe<Altitude>(altitudeInput)),
  upper: nullable(Type.Unsafe<Altitude>(altitudeInput)),
});

/** How weather is judged here, and when it was. */
const judged = {
  /** UTC ms by the server's clock. */
  at: Type.Number(),
  /** An observation older than this is old, minutes. */
  oldAfterMin: Type.Number(),
  limits,
};

const routeStation = Type.Object({
  ...stationFields,
  /** From the route, metres; the nearest point of it. */
  distanceM: Type.Number(),
  /** Where along the route, metres; null: it is an area. */
  alongM: nullable(Type.Number()),
  /** When the flight is there: from when to when, UTC ms; of a line that comes near once the same moment. */
  from: Type.Number(),
  to: Type.Number(),
  /** What the forecast says of that time; empty: nothing. */
  stretches: Type.Array(Type.Unsafe<ForecastStretch>(Type.Unknown())),
  /** What prevails then, and the worst that may be. */
  prevailing: category,
  worst: category,
  /** Changes of the forecast that begin between now and then. */
  changes: Type.Array(Type.Unsafe<Forecast['changes'][number]>(Type.Unknown())),
});

const routeWarning = Type.Object({
  warning,
  /** When both share the air, UTC ms. */
  from: Type.Number(),
  to: Type.Number(),
  /** Which of the sorties, from 0. */
  part: Type.Integer(),
  /** Where along the route, metres; null: it is an area. */
  along: nullable(Type.Array(Type.Object({ fromM: Type.Number(), toM: Type.Number() }))),
  /** False: the limits could not be brought to one datum, and the whole column counts. */
  altitudeCompared: Type.Boolean(),
});

const level = Type.Object({
  altitude: Type.Unsafe<Altitude>(altitudeInput),
  /** From where, degrees true; null: variable, or no wind is given. */
  directionDeg: nullable(Type.Number()),
  /** Null: no wind is given. */
  speedMps: nullable(Type.Number()),
  temperatureC: nullable(Type.Number()),
});

/** Winds and temperatures aloft over one place for one moment. Times are UTC ms. */
const windsAloft = Type.Object({
  id: Type.Integer(),
  /** Location indicator; of a point of a grid its degrees and minutes, `3030N10412E`. */
  station: Type.String(),
  name: nullable(Type.String()),
  nameEn: nullable(Type.String()),
  /** Null: nobody recorded where it is, or the caller may not read it. */
  position: nullable(position),
  issuedAt: Type.Number(),
  validAt: Type.Number(),
  validFrom: Type.Number(),
  validTo: Type.Number(),
  /** From the lowest. */
  levels: Type.Array(level),
  isDemo: Type.Boolean(),
});

const routeWind = Type.Object({
  /** Which of the sorties, from 0. */
  part: Type.Integer(),
  /** Where along the route, metres; null: it is an area. */
  fromM: nullable(Type.Number()),
  toM: nullable(Type.Number()),
  /** When the flight is there, UTC ms. */
  from: Type.Number(),
  to: Type.Number(),
  /** Degrees true; null: it is an area. */
  courseDeg: nullable(Type.Number()),
  /** For which height: the upper limit that was filed, else the lower; null: there is none. */
  level: nullable(Type.Unsafe<Altitude>(altitudeInput)),
  /** False: the ground below a height above ground is not known. */
  isHeightKnown: Type.Boolean(),
  /** Aerodromes or landing points whose elevation stood in for ground that is not known; empty: none had to. */
  ground: Type.Array(
    Type.Object({
      /** ICAO indicator, local code or name. */
      name: Type.String(),
      /** Metres above mean sea level. */
      elevationM: Type.Number(),
      /** From the end of the leg (of an area: from its middle), metres. */
      distanceM: Type.Number(),
    }),
  ),
  /** Null: nothing is forecast near enough for that height and time. */
  wind: nullable(Type.Unsafe<WindThere>(Type.Unknown())),
  /** From ahead, m/s; below 0: from behind. Null: no course, or no direction. */
  headMps: nullable(Type.Number()),
  /** From the right, m/s; below 0: from the left. */
  crossMps: nullable(Type.Number()),
});

const qnh = Type.Object({
  /** Pressure at mean sea level, hPa. */
  hpa: Type.Number(),
  /** The aerodrome that reported it, when (UTC ms), and how far away it is, metres. */
  station: Type.String(),
  observedAt: Type.Number(),
  distanceM: Type.Number(),
});

const altimeterSetting = Type.Object({
  qnh: nullable(qnh),
  /** Published by the nearest aerodrome, or tactical.heights.transitionAltitudeM; metres AMSL. */
  transitionAltitudeM: Type.Number(),
});

const stations = Type.Object({ ...judged, items: Type.Array(station) });
const stationDetails = Type.Object({
  ...judged,
  station,
  runways: Type.Array(Type.Unsafe<RunwayEnd>(Type.Unknown())),
  /** Observations of the last 24 hours, newest first. */
  history: Type.Array(observationReport),
  /** Areas whose warnings hold over it now or in the next 24 hours. */
  warnings: Type.Array(warning),
});
const warnings = Type.Object({ at: Type.Number(), items: Type.Array(warning) });
const routeWeather = Type.Object({
  ...judged,
  /** So far from the route stations count, metres. */
  withinM: Type.Number(),
  /** Length of the routes, metres; null: areas alone. */
  lengthM: nullable(Type.Number()),
  stations: Type.Array(routeStation),
  warnings: Type.Array(routeWarning),
  /** Warnings of whole regions whose boundaries are not recorded: they were not compared in plan view. */
  unplaced: Type.Array(warning),
  /** Wind and temperature by legs; empty: no winds aloft are known for the time. */
  winds: Type.Array(routeWind),
  /** The lowest that is reported along the route; null: nobody near enough reported one lately. */
  qnh: nullable(qnh),
});

export type WeatherStation = Static<typeof station>;
export type StationDetails = Static<typeof stationDetails>;
export type WeatherStations = Static<typeof stations>;
export type ObservationReport = Static<typeof observationReport>;
export type ForecastReport = Static<typeof forecastReport>;
export type WarningReport = Static<typeof warning>;
export type WindsAloftReport = Static<typeof windsAloft>;
export type RouteWind = Static<typeof routeWind>;
export type RouteWeather = Static<typeof routeWeather>;
export type Qnh = Static<typeof qnh>;
export type AltimeterSetting = Static<typeof altimeterSetting>;
export type RouteStation = Static<typeof routeStation>;

/** The corners of an area, degrees; all four or none. `covered`: of the caller’s own area of coverage alone. */
const box = {
  west: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  south: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  east: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  north: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
};

/** Weather as it was reported and forecast: by aerodrome, by area, and along a route. */
export const weather = {
  GetStations: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'Newest observation and current forecast of each aerodrome, with its flight category; bounded by the caller’s coverage and by an area if given',
    input: Type.Object({ ...box, covered: optionalBoolean }),
    output: stations,
  }),
  GetStation: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Weather of an aerodrome: the last 24 hours, the forecast, its runways, warnings over it',
    input: Type.Object({ station: Type.String({ minLength: 2, maxLength: 8 }) }),
    output: stationDetails,
  }),
  GetWarnings: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'SIGMET, AIRMET and advisories that hold at any moment of a span; without one, of the next 24 hours',
    input: Type.Object({
      /** UTC, ISO 8601. */
      from: Type.Optional(Type.String({ format: 'date-time' })),
      to: Type.Optional(Type.String({ format: 'date-time' })),
      ...box,
    }),
    output: warnings,
  }),
  GetWindsAloft: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'Winds and temperatures aloft that are to be used at any moment of a span; without one, of the next 24 hours',
    input: Type.Object({
      /** UTC, ISO 8601. */
      from: Type.Optional(Type.String({ format: 'date-time' })),
      to: Type.Optional(Type.String({ format: 'date-time' })),
      ...box,
    }),
    output: Type.Object({ at: Type.Number(), items: Type.Array(windsAloft) }),
  }),
  GetQnh: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'The pressure at mean sea level that the nearest aerodrome reported; null: none near enough and recent enough (weather.qnhWithinM, weather.qnhForMin). Up to the transition altitude heights are given by it, above by 1013.25 hPa',
    input: Type.Object({ ...position.properties }),
    output: altimeterSetting,
  }),
  GetRouteWeather: call({
    verb: 'POST',
    permission: 'signedIn',
    writes: false,
    summary:
      'Weather along a plan, or a line with its times: stations near it at the time of passing, warnings that it meets, wind and temperature of each leg, and what changes before it is there',
    /** A plan, or a line with both of its times. */
    input: Type.Object({
      plan: Type.Optional(id),
      line: Type.Optional(Type.Array(position, { minItems: 1, maxItems: 500 })),
      /** UTC, ISO 8601. */
      etd: Type.Optional(Type.String({ format: 'date-time' })),
      eta: Type.Optional(Type.String({ format: 'date-time' })),
      /** Null: from the ground; without limit. */
      lower: Type.Optional(orNull(altitudeInput)),
      upper: Type.Optional(orNull(altitudeInput)),
      /** Metres; absent: as the parameter says. */
      withinM: Type.Optional(Type.Number({ minimum: 0, maximum: 500_000 })),
    }),
    output: routeWeather,
  }),
};
