import { metresPerFoot } from '#domain/geo/units.ts';
import { all, child, find, readXml, type XmlElement } from '#domain/information/xml-tree.ts';
import { noConditions, weatherGroup } from './conditions.ts';
import { readXmlAdvisory } from './iwxxm-advisory.ts';
import { areaOfAll, common, numberIn, partIn, speedIn, surfaceIn, timeIn } from './iwxxm-values.ts';
import { type ReadingContext, stationShape, unreadable } from './reading.ts';
import { sweptArea } from './swept-area.ts';
import type {
  AreaWarning,
  CloudLayer,
  Conditions,
  DecodedWeather,
  Forecast,
  Observation,
  ReadWeather,
  RunwayVisualRange,
  TrendPart,
  Visibility,
} from './weather.ts';

/**
 * Reports as XML, to the same values as those of text. Source: IWXXM 3 and 2021-2 (WMO-No. 306 vol. I.3, FM 205), ICAO
 * Doc 10003. `readText`: for a report that its translator could not put into XML and enclosed as it was.
 */
export function readIwxxm(
  raw: string,
  context: ReadingContext,
  readText: (text: string) => ReadWeather<DecodedWeather>,
): ReadWeather<DecodedWeather> {
  const root = readXml(raw);
  if (!root) return unreadable('xml');
  const { attributes } = root;
  const { translationFailedTAC } = attributes;
  if (translationFailedTAC) return readText(translationFailedTAC);
  if (attributes.permissibleUsage === 'NON-OPERATIONAL') return unreadable('test');
  switch (root.name) {
    case 'METAR':
    case 'SPECI':
      return observation(root, root.name, context);
    case 'TAF':
      return forecast(root, context);
    case 'SIGMET':
    case 'TropicalCycloneSIGMET':
    case 'VolcanicAshSIGMET':
      return warning(root, 'SIGMET');
    case 'AIRMET':
      return warning(root, 'AIRMET');
    case 'VolcanicAshAdvisory':
      return readXmlAdvisory(root, 'volcanicAsh', context);
    case 'TropicalCycloneAdvisory':
      return readXmlAdvisory(root, 'tropicalCyclone', context);
    default:
      return unreadable('kind');
  }
}

function periodIn(element: XmlElement | null): { from: number; to: number } | null {
  const from = Date.parse(find(element, 'beginPosition')?.text ?? '');
  const to = Date.parse(find(element, 'endPosition')?.text ?? '');
  return Number.isNaN(from) || Number.isNaN(to) || to <= from ? null : { from, to };
}

/** Metres of a length in metres or feet. */
function metresIn(element: XmlElement | null): number | null {
  const value = numberIn(element);
  if (value === null) return null;
  return Math.round(element?.attributes.uom === '[ft_i]' ? value * metresPerFoot : value);
}

function feetIn(element: XmlElement | null): number | null {
  const value = numberIn(element);
  if (value === null) return null;
  return Math.round(element?.attributes.uom === 'm' ? value / metresPerFoot : value);
}

/** The code at the end of what an element refers to. */
const codeIn = (element: XmlElement | null): string => element?.attributes.href?.split('/').at(-1) ?? '';
const isNothing = (element: XmlElement | null, reason: string): boolean =>
  element?.attributes.nilReason?.endsWith(reason) === true;

function stationIn(root: XmlElement): string {
  const place = find(root, 'AirportHeliportTimeSlice');
  return (find(place, 'locationIndicatorICAO') ?? find(place, 'designator'))?.text ?? '';
}

const amounts: Readonly<Record<string, CloudLayer['amount']>> = {
  FEW: 'FEW',
  SCT: 'SCT',
  BKN: 'BKN',
  OVC: 'OVC',
  // Code table 0 20 008 of BUFR, as older issues refer to it.
  1: 'FEW',
  2: 'SCT',
  3: 'BKN',
  4: 'OVC',
};
const cloudTypes: Readonly<Record<string, CloudLayer['type']>> = { CB: 'CB', TCU: 'TCU', 9: 'CB', 32: 'TCU' };

function conditionsIn(element: XmlElement): Conditions {
  const into = noConditions();
  const wind = find(element, 'surfaceWind');
  const speed = speedIn(find(wind, 'meanWindSpeed'));
  if (speed !== null) {
    const varies = find(wind, 'extremeCounterClockwiseWindDirection');
    const [from, to] = [numberIn(varies), numberIn(find(wind, 'extremeClockwiseWindDirection'))];
    into.wind = {
      directionDeg: numberIn(find(wind, 'meanWindDirection')),
      speedMps: speed,
      gustMps: speedIn(find(wind, 'windGustSpeed')),
      variableDeg: from === null || to === null ? null : [from, to],
    };
  }
  into.cavok = element.attributes.cloudAndVisibilityOK === 'true';
  const prevailing = metresIn(find(element, 'prevailingVisibility'));
  const minimum = metresIn(find(element, 'minimumVisibility'));
  if (into.cavok) into.visibility = { minimumM: 10_000, direction: null };
  else if (prevailing !== null) {
    const shown = Math.min(10_000, prevailing);
    into.visibility =
      minimum === null
        ? { minimumM: shown, direction: null, ...boundIn(element, shown) }
        : {
            minimumM: minimum,
            direction: sideOf(find(element, 'minimumVisibilityDirection')),
            prevailingM: shown,
          };
  }
  for (const name of ['presentWeather', 'weather']) {
    for (const one of all(element, name)) {
      const group = weatherGroup(codeIn(one));
      if (group) into.weather.push(group);
      if (isNothing(one, 'nothingOfOperationalSignificance')) into.noSignificantWeather = true;
    }
  }
  const cloud = find(element, 'cloud');
  if (isNothing(cloud, 'nothingOfOperationalSignificance')) into.noCloud = 'NSC';
  if (isNothing(cloud, 'notDetectedByAutoSystem')) into.noCloud = 'NCD';
  into.verticalVisibilityFt = feetIn(find(cloud, 'verticalVisibility'));
  for (const layer of all(cloud, 'CloudLayer')) {
    into.cloud.push({
      amount: amounts[codeIn(find(layer, 'amount'))] ?? null,
      baseFt: feetIn(find(layer, 'base')),
      type: cloudTypes[codeIn(find(layer, 'cloudType'))] ?? null,
    });
  }
  return into;
}

function sideOf(element: XmlElement | null): string | null {
  const degrees = numberIn(element);
  return degrees === null
    ? null
    : (['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'][Math.round(degrees / 45) % 8] ?? null);
}

/** By `changeIndicator`, of trends and of forecasts. */
const changes: Readonly<Record<string, TrendPart['kind']>> = {
  BECOMING: 'BECMG',
  TEMPORARY_FLUCTUATIONS: 'TEMPO',
  FROM: 'FM',
  PROBABILITY_30: 'PROB30',
  PROBABILITY_40: 'PROB40',
  PROBABILITY_30_TEMPORARY_FLUCTUATIONS: 'PROB30 TEMPO',
  PROBABILITY_40_TEMPORARY_FLUCTUATIONS: 'PROB40 TEMPO',
};

function changesIn(root: XmlElement, name: string): TrendPart[] {
  return all(root, name).flatMap((one) => {
    const record = one.children.find(({ attributes }) => attributes.changeIndicator !== undefined);
    const kind = record && changes[record.attributes.changeIndicator ?? ''];
    if (!record || !kind) return [];
    const time = find(record, 'phenomenonTime');
    const period = periodIn(time);
    const moment = timeIn(time);
    const to = period?.to ?? moment;
    return [
      { kind, from: period?.from ?? moment, to: kind === 'FM' ? null : to, conditions: conditionsIn(record) },
    ];
  });
}

const tendencies: Readonly<Record<string, RunwayVisualRange['tendency']>> = {
  UPWARD: 'up',
  DOWNWARD: 'down',
  NO_CHANGE: 'none',
};

function observation(
  root: XmlElement,
  kind: 'METAR' | 'SPECI',
  context: ReadingContext,
): ReadWeather<Observation> {
  const station = stationIn(root);
  if (!stationShape.test(station)) return unreadable('station');
  const observedAt = timeIn(child(root, 'observationTime')) ?? timeIn(child(root, 'issueTime'));
  if (observedAt === null) return unreadable('time');
  if (observedAt - context.receivedAt > context.mostAheadMs) return unreadable('ahead');
  const holder = child(root, 'observation');
  const record = find(holder, 'MeteorologicalAerodromeObservation');
  const isMissing = record === null && holder?.attributes.nilReason !== undefined;
  if (!record && !isMissing) return unreadable('nothing');
  const trends = all(root, 'trendForecast');
  return {
    ok: true,
    value: {
      ...(record ? conditionsIn(record) : noConditions()),
      kind,
      station,
      observedAt,
      isAutomatic: root.attributes.automatedStation === 'true',
      isCorrected:
        root.attributes.reportStatus === 'CORRECTION' || context.indicator?.startsWith('CC') === true,
      isMissing,
      runwayVisualRange: all(record, 'AerodromeRunwayVisualRange').flatMap(rangeIn),
      temperatureC: rounded(numberIn(find(record, 'airTemperature'))),
      dewPointC: rounded(numberIn(find(record, 'dewpointTemperature'))),
      qnhHpa: rounded(numberIn(find(record, 'qnh'))),
      recentWeather: all(record, 'recentWeather').flatMap((one) => weatherGroup(codeIn(one)) ?? []),
      windShear: shearIn(find(record, 'AerodromeWindShear')),
      isWithoutChange: trends.some((one) => isNothing(one, 'noSignificantChange')),
      trend: changesIn(root, 'trendForecast'),
      remarks: null,
    },
  };
}

function boundIn(element: XmlElement, shownM: number): Pick<Visibility, 'bound'> {
  const operator = find(element, 'prevailingVisibilityOperator')?.text;
  if (operator === 'BELOW') return { bound: 'below' };
  return operator === 'ABOVE' && shownM < 9_999 ? { bound: 'above' } : {};
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value));

function rangeIn(element: XmlElement): RunwayVisualRange[] {
  const lowM = metresIn(find(element, 'meanRVR'));
  const runway = find(element, 'RunwayDirectionTimeSlice', 'designator')?.text ?? '';
  if (lowM === null || runway === '') return [];
  const operator = find(element, 'meanRVROperator')?.text;
  return [
    {
      runway,
      lowM,
      highM: null,
      bound: operator === 'ABOVE' ? 'above' : operator === 'BELOW' ? 'below' : null,
      tendency: tendencies[element.attributes.pastTendency ?? ''] ?? null,
    },
  ];
}

function shearIn(element: XmlElement | null): string[] {
  if (!element) return [];
  if (element.attributes.allRunways === 'true') return ['ALL RWY'];
  return all(element, 'RunwayDirectionTimeSlice').map((one) => `R${find(one, 'designator')?.text ?? ''}`);
}

/** What is told of a forecast by its status. */
const amendments: Readonly<Record<string, Forecast['amendment']>> = { AMENDMENT: 'AMD', CORRECTION: 'COR' };

function forecast(root: XmlElement, context: ReadingContext): ReadWeather<Forecast> {
  const station = stationIn(root);
  if (!stationShape.test(station)) return unreadable('station');
  const issuedAt = timeIn(child(root, 'issueTime'));
  if (issuedAt === null) return unreadable('time');
  if (issuedAt - context.receivedAt > context.mostAheadMs) return unreadable('ahead');
  const isCancelled = root.attributes.isCancelReport === 'true';
  const holder = child(root, 'baseForecast');
  const record = find(holder, 'MeteorologicalAerodromeForecast');
  const period = periodIn(child(root, isCancelled ? 'cancelledReportValidPeriod' : 'validPeriod'));
  const isMissing = !isCancelled && record === null && holder?.attributes.nilReason !== undefined;
  if (!period && !isMissing) return unreadable('validity');
  if (!record && !isCancelled && !isMissing) return unreadable('nothing');
  const extreme = (name: string) => {
    const value = numberIn(find(record, `${name}AirTemperature`));
    const at = timeIn(find(record, `${name}AirTemperatureTime`));
    return value === null || at === null ? null : { value: Math.round(value), at };
  };
  return {
    ok: true,
    value: {
      kind: 'TAF',
      station,
      issuedAt,
      validFrom: period?.from ?? issuedAt,
      validTo: period?.to ?? issuedAt,
      amendment: isCancelled ? 'CNL' : (amendments[root.attributes.reportStatus ?? ''] ?? 'none'),
      isMissing,
      base: record ? conditionsIn(record) : noConditions(),
      changes: changesIn(root, 'changeForecast'),
      maximumC: extreme('maximum'),
      minimumC: extreme('minimum'),
      remarks: null,
    },
  };
}

function warning(root: XmlElement, kind: 'SIGMET' | 'AIRMET'): ReadWeather<AreaWarning> {
  const region = find(root, 'issuingAirTrafficServicesRegion', 'designator')?.text ?? '';
  const unit = find(root, 'issuingAirTrafficServicesUnit', 'designator')?.text ?? '';
  const fir = stationShape.test(region) ? region : unit;
  if (!stationShape.test(fir)) return unreadable('region');
  const period = periodIn(child(root, 'validPeriod'));
  if (!period) return unreadable('validity');
  const isCancellation = root.attributes.isCancelReport === 'true';
  const name = codeIn(child(root, 'phenomenon')).replaceAll('_', ' ');
  if (!isCancellation && name === '') return unreadable('nothing');
  const analysis = find(root, 'analysis');
  const members = all(analysis, `${kind}EvolvingCondition`);
  const parts = (members.length > 0 ? members : analysis ? [analysis] : []).map(partIn);
  const collection = find(analysis, `${kind}EvolvingConditionCollection`);
  const cancelled = child(root, 'cancelledReportSequenceNumber')?.text;
  const later = find(root, 'SIGMETPositionCollection');
  const area = areaOfAll(parts.flatMap(({ areas }) => areas));
  const movement = common(parts.map((part) => part.movement));
  const forecastArea =
    areaOfAll(all(later, 'AirspaceVolume').map(surfaceIn)) ??
    // Where each goes its own way they end somewhere on it.
    (movement === null
      ? areaOfAll(parts.flatMap((part) => part.areas.map((one) => movedOn(one, part, period))))
      : null);
  return {
    ok: true,
    value: {
      kind,
      fir,
      office: find(root, 'originatingMeteorologicalWatchOffice', 'designator')?.text ?? null,
      sequence: child(root, 'sequenceNumber')?.text ?? null,
      issuedAt: timeIn(child(root, 'issueTime')),
      validFrom: period.from,
      validTo: period.to,
      isCancellation,
      cancels: isCancellation ? (cancelled ?? null) : null,
      phenomenon: name || null,
      isObserved: { OBSERVATION: true, FORECAST: false }[collection?.attributes.timeIndicator ?? ''] ?? null,
      area,
      lower: common(parts.map(({ lower }) => lower)),
      upper: common(parts.map(({ upper }) => upper)),
      movement,
      intensity: common(parts.map(({ intensity }) => intensity)),
      ...(forecastArea ? { forecastArea } : {}),
      text: [fir, kind, child(root, 'sequenceNumber')?.text, name].filter(Boolean).join(' '),
    },
  };
}

/** The area with all that it moves over in this time. */
const movedOn = (
  area: ReturnType<typeof surfaceIn>,
  { movement }: Pick<AreaWarning, 'movement'>,
  { from, to }: { from: number; to: number },
) => sweptArea({ area, movement, validFrom: from, validTo: to });
