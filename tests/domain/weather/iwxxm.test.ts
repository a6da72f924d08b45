import { describe, expect, test } from 'vitest';
import { cutBulletin } from '#domain/information/cut-bulletin.ts';
import { readXml } from '#domain/information/xml-tree.ts';
import { readWeather } from '#domain/weather/read-weather.ts';

const receivedAt = Date.UTC(2026, 10, 22, 3, 5);
function read(xml: string) {
  const [report] = cutBulletin(xml, receivedAt);
  if (!report) throw new Error('no report');
  return readWeather(report, receivedAt);
}
function text(raw: string) {
  const [report] = cutBulletin(raw, receivedAt);
  const found = report && readWeather(report, receivedAt);
  if (!found?.ok) throw new Error(raw);
  return found.value;
}

const aerodrome = (icao: string) =>
  `<iwxxm:aerodrome><aixm:AirportHeliport><aixm:timeSlice><aixm:AirportHeliportTimeSlice><aixm:designator>${icao}</aixm:designator><aixm:locationIndicatorICAO>${icao}</aixm:locationIndicatorICAO></aixm:AirportHeliportTimeSlice></aixm:timeSlice></aixm:AirportHeliport></iwxxm:aerodrome>`;
const instant = (name: string, at: string) =>
  `<iwxxm:${name}><gml:TimeInstant><gml:timePosition>${at}</gml:timePosition></gml:TimeInstant></iwxxm:${name}>`;
const period = (name: string, from: string, to: string) =>
  `<iwxxm:${name}><gml:TimePeriod><gml:beginPosition>${from}</gml:beginPosition><gml:endPosition>${to}</gml:endPosition></gml:TimePeriod></iwxxm:${name}>`;
const wind = (deg: number, speed: string) =>
  `<iwxxm:surfaceWind><iwxxm:AerodromeSurfaceWind variableWindDirection="false"><iwxxm:meanWindDirection uom="deg">${deg}</iwxxm:meanWindDirection>${speed}</iwxxm:AerodromeSurfaceWind></iwxxm:surfaceWind>`;
const layer = (amount: string, base: number, type = '') =>
  `<iwxxm:layer><iwxxm:CloudLayer><iwxxm:amount xlink:href="http://codes.wmo.int/49-2/CloudAmountReportedAtAerodrome/${amount}"/><iwxxm:base uom="[ft_i]">${base}</iwxxm:base>${type && `<iwxxm:cloudType xlink:href="http://codes.wmo.int/49-2/SigConvectiveCloudType/${type}"/>`}</iwxxm:CloudLayer></iwxxm:layer>`;
const nothing = 'nilReason="http://codes.wmo.int/common/nil/nothingOfOperationalSignificance"';

const speci = `<?xml version="1.0"?><iwxxm:SPECI reportStatus="NORMAL" permissibleUsage="OPERATIONAL" automatedStation="false">
${instant('issueTime', '2026-11-22T03:15:00Z')}${aerodrome('ZUUU')}${instant('observationTime', '2026-11-22T03:15:00Z')}
<iwxxm:observation><iwxxm:MeteorologicalAerodromeObservation cloudAndVisibilityOK="false">
<iwxxm:airTemperature uom="Cel">25.0</iwxxm:airTemperature><iwxxm:dewpointTemperature uom="Cel">22.0</iwxxm:dewpointTemperature><iwxxm:qnh uom="hPa">1008</iwxxm:qnh>
${wind(50, '<iwxxm:meanWindSpeed uom="[kn_i]">25.0</iwxxm:meanWindSpeed><iwxxm:windGustSpeed uom="[kn_i]">37</iwxxm:windGustSpeed>')}
<iwxxm:visibility><iwxxm:AerodromeHorizontalVisibility><iwxxm:prevailingVisibility uom="m">3000</iwxxm:prevailingVisibility><iwxxm:minimumVisibility uom="m">1200</iwxxm:minimumVisibility><iwxxm:minimumVisibilityDirection uom="deg">45</iwxxm:minimumVisibilityDirection></iwxxm:AerodromeHorizontalVisibility></iwxxm:visibility>
<iwxxm:rvr><iwxxm:AerodromeRunwayVisualRange pastTendency="UPWARD"><iwxxm:runway><aixm:RunwayDirection><aixm:timeSlice><aixm:RunwayDirectionTimeSlice><aixm:designator>02L</aixm:designator></aixm:RunwayDirectionTimeSlice></aixm:timeSlice></aixm:RunwayDirection></iwxxm:runway><iwxxm:meanRVR uom="m">2000</iwxxm:meanRVR><iwxxm:meanRVROperator>ABOVE</iwxxm:meanRVROperator></iwxxm:AerodromeRunwayVisualRange></iwxxm:rvr>
<iwxxm:presentWeather xlink:href="http://codes.wmo.int/306/4678/+TSRA"/>
<iwxxm:cloud><iwxxm:AerodromeCloud>${layer('BKN', 500, 'CB')}</iwxxm:AerodromeCloud></iwxxm:cloud>
</iwxxm:MeteorologicalAerodromeObservation></iwxxm:observation>
<iwxxm:trendForecast><iwxxm:MeteorologicalAerodromeTrendForecast changeIndicator="BECOMING" cloudAndVisibilityOK="false">${instant('phenomenonTime', '2026-11-22T04:00:00Z')}<iwxxm:prevailingVisibility uom="m">8000</iwxxm:prevailingVisibility><iwxxm:weather ${nothing}/><iwxxm:cloud ${nothing}/></iwxxm:MeteorologicalAerodromeTrendForecast></iwxxm:trendForecast>
</iwxxm:SPECI>`;

test('a SPECI says the same as its text', () => {
  const found = read(speci);
  expect(found.ok && found.value).toEqual(
    text(
      'SPECI ZUUU 220315Z 05025G37KT 3000 1200NE R02L/P2000U +TSRA BKN005CB 25/22 Q1008 BECMG AT0400 8000 NSW NSC=',
    ),
  );
});

const head = `${instant('issueTime', '2026-11-22T03:00:00Z')}${aerodrome('ZUGH')}${instant('observationTime', '2026-11-22T03:00:00Z')}`;

test('a METAR that is fine, or missing', () => {
  const fine = read(
    `<iwxxm:METAR automatedStation="true" reportStatus="CORRECTION">${head}<iwxxm:observation><iwxxm:MeteorologicalAerodromeObservation cloudAndVisibilityOK="true">${wind(360, '<iwxxm:meanWindSpeed uom="m/s">3</iwxxm:meanWindSpeed>')}</iwxxm:MeteorologicalAerodromeObservation></iwxxm:observation><iwxxm:trendForecast nilReason="http://codes.wmo.int/common/nil/noSignificantChange"/></iwxxm:METAR>`,
  );
  expect(fine.ok && fine.value).toEqual(text('METAR COR ZUGH 220300Z AUTO 36003MPS CAVOK NOSIG='));
  const missing = read(
    `<iwxxm:METAR>${head}<iwxxm:observation nilReason="http://codes.wmo.int/common/nil/missing"/></iwxxm:METAR>`,
  );
  expect(missing.ok && missing.value).toEqual(text('METAR ZUGH 220300Z NIL='));
});

test('a TAF says the same as its text, and so does its cancellation', () => {
  const taf = `<iwxxm:TAF reportStatus="AMENDMENT">${instant('issueTime', '2026-11-22T03:00:00Z')}${aerodrome('ZUUU')}${period('validPeriod', '2026-11-22T06:00:00Z', '2026-11-23T06:00:00Z')}
<iwxxm:baseForecast><iwxxm:MeteorologicalAerodromeForecast cloudAndVisibilityOK="false"><iwxxm:prevailingVisibility uom="m">9000</iwxxm:prevailingVisibility>${wind(130, '<iwxxm:meanWindSpeed uom="m/s">5.0</iwxxm:meanWindSpeed>')}<iwxxm:cloud><iwxxm:AerodromeCloudForecast>${layer('BKN', 2000)}</iwxxm:AerodromeCloudForecast></iwxxm:cloud>
<iwxxm:temperature><iwxxm:AerodromeAirTemperatureForecast><iwxxm:maximumAirTemperature uom="Cel">15</iwxxm:maximumAirTemperature>${instant('maximumAirTemperatureTime', '2026-11-22T07:00:00Z')}<iwxxm:minimumAirTemperature uom="Cel">-2</iwxxm:minimumAirTemperature>${instant('minimumAirTemperatureTime', '2026-11-22T22:00:00Z')}</iwxxm:AerodromeAirTemperatureForecast></iwxxm:temperature></iwxxm:MeteorologicalAerodromeForecast></iwxxm:baseForecast>
<iwxxm:changeForecast><iwxxm:MeteorologicalAerodromeForecast changeIndicator="PROBABILITY_30_TEMPORARY_FLUCTUATIONS" cloudAndVisibilityOK="false">${period('phenomenonTime', '2026-11-22T08:00:00Z', '2026-11-22T12:00:00Z')}<iwxxm:prevailingVisibility uom="m">1000</iwxxm:prevailingVisibility><iwxxm:weather xlink:href="http://codes.wmo.int/306/4678/TSRA"/></iwxxm:MeteorologicalAerodromeForecast></iwxxm:changeForecast>
<iwxxm:changeForecast><iwxxm:MeteorologicalAerodromeForecast changeIndicator="FROM" cloudAndVisibilityOK="false">${period('phenomenonTime', '2026-11-22T12:30:00Z', '2026-11-23T06:00:00Z')}<iwxxm:prevailingVisibility uom="m">10000</iwxxm:prevailingVisibility></iwxxm:MeteorologicalAerodromeForecast></iwxxm:changeForecast></iwxxm:TAF>`;
  const found = read(taf);
  expect(found.ok && found.value).toEqual(
    text(
      'TAF AMD ZUUU 220300Z 2206/2306 13005MPS 9000 BKN020 TX15/2207Z TNM02/2222Z PROB30 TEMPO 2208/2212 1000 TSRA FM221230 9999=',
    ),
  );
  const cancelled = read(
    `<iwxxm:TAF isCancelReport="true">${instant('issueTime', '2026-11-22T03:00:00Z')}${aerodrome('ZUUU')}${period('cancelledReportValidPeriod', '2026-11-22T06:00:00Z', '2026-11-23T06:00:00Z')}</iwxxm:TAF>`,
  );
  expect(cancelled.ok && cancelled.value).toEqual(text('TAF AMD ZUUU 220300Z 2206/2306 CNL='));
});

test.each([
  ['BELOW', 50, { minimumM: 50, direction: null, bound: 'below' }],
  ['ABOVE', 8_000, { minimumM: 8_000, direction: null, bound: 'above' }],
  ['ABOVE', 10_000, { minimumM: 10_000, direction: null }],
])('a visibility %s %i m', (operator, metres, shown) => {
  const report = read(
    `<iwxxm:METAR>${head}<iwxxm:observation><iwxxm:MeteorologicalAerodromeObservation cloudAndVisibilityOK="false"><iwxxm:visibility><iwxxm:AerodromeHorizontalVisibility><iwxxm:prevailingVisibility uom="m">${metres}</iwxxm:prevailingVisibility><iwxxm:prevailingVisibilityOperator>${operator}</iwxxm:prevailingVisibilityOperator></iwxxm:AerodromeHorizontalVisibility></iwxxm:visibility></iwxxm:MeteorologicalAerodromeObservation></iwxxm:observation></iwxxm:METAR>`,
  );
  expect(report.ok && report.value).toMatchObject({ visibility: shown });
});

describe('a SIGMET', () => {
  const unit = (name: string, designator: string) =>
    `<iwxxm:${name}><aixm:Unit><aixm:timeSlice><aixm:UnitTimeSlice><aixm:designator>${designator}</aixm:designator></aixm:UnitTimeSlice></aixm:timeSlice></aixm:Unit></iwxxm:${name}>`;
  const head = `${instant('issueTime', '2026-11-22T03:00:00Z')}${unit('issuingAirTrafficServicesUnit', 'ZBPE')}${unit('originatingMeteorologicalWatchOffice', 'ZBAA')}<iwxxm:sequenceNumber>2</iwxxm:sequenceNumber>${period('validPeriod', '2026-11-22T03:20:00Z', '2026-11-22T07:20:00Z')}`;
  const sigmet = (surface: string, attributes = '') =>
    `<iwxxm:SIGMET ${attributes}>${head}<iwxxm:phenomenon xlink:href="http://codes.wmo.int/49-2/SigWxPhenomena/EMBD_TS"/><iwxxm:analysis><iwxxm:SIGMETEvolvingConditionCollection timeIndicator="OBSERVATION"><iwxxm:member><iwxxm:SIGMETEvolvingCondition intensityChange="WEAKEN"><iwxxm:directionOfMotion uom="deg">90</iwxxm:directionOfMotion><iwxxm:geometry><aixm:AirspaceVolume><aixm:upperLimit uom="FL">390</aixm:upperLimit><aixm:upperLimitReference>STD</aixm:upperLimitReference><aixm:lowerLimit uom="FT">0</aixm:lowerLimit><aixm:lowerLimitReference>SFC</aixm:lowerLimitReference><aixm:horizontalProjection>${surface}</aixm:horizontalProjection></aixm:AirspaceVolume></iwxxm:geometry><iwxxm:speedOfMotion uom="km/h">36</iwxxm:speedOfMotion></iwxxm:SIGMETEvolvingCondition></iwxxm:member></iwxxm:SIGMETEvolvingConditionCollection></iwxxm:analysis></iwxxm:SIGMET>`;
  const ring =
    '<aixm:Surface><gml:exterior><gml:LinearRing><gml:posList>40.0 110.0 42.0 115.0 39.5 115.0 40.0 110.0</gml:posList></gml:LinearRing></gml:exterior></aixm:Surface>';

  test('has its area, limits, movement and change', () => {
    const found = read(sigmet(ring));
    expect(found).toMatchObject({
      ok: true,
      value: {
        kind: 'SIGMET',
        fir: 'ZBPE',
        office: 'ZBAA',
        sequence: '2',
        phenomenon: 'EMBD TS',
        isObserved: true,
        upper: { value: 390, unit: 'FL', reference: 'STD' },
        lower: { value: 0, unit: 'm', reference: 'AGL' },
        movement: { directionDeg: 90, speedMps: 10 },
        intensity: 'weakening',
        validTo: Date.UTC(2026, 10, 22, 7, 20),
      },
    });
    const area = found.ok && 'area' in found.value ? found.value.area : null;
    const [first] = area?.type === 'Polygon' ? area.coordinates : [];
    expect(first).toHaveLength(4);
    expect(first).toContainEqual([115, 42]);
    const circle = read(
      sigmet(
        '<gml:CircleByCenterPoint><gml:pos>40 112</gml:pos><gml:radius uom="[nmi_i]">50</gml:radius></gml:CircleByCenterPoint>',
      ),
    );
    expect(circle.ok && 'area' in circle.value && circle.value.area?.coordinates[0]?.length).toBe(73);
  });

  const second = (motion: string) =>
    `<iwxxm:member><iwxxm:SIGMETEvolvingCondition intensityChange="WEAKEN"><iwxxm:directionOfMotion uom="deg">${motion}</iwxxm:directionOfMotion><iwxxm:geometry><aixm:AirspaceVolume><aixm:upperLimit uom="FL">300</aixm:upperLimit><aixm:lowerLimit uom="FT">0</aixm:lowerLimit><aixm:lowerLimitReference>SFC</aixm:lowerLimitReference><aixm:horizontalProjection>${ring.replaceAll('11', '12')}</aixm:horizontalProjection></aixm:AirspaceVolume></iwxxm:geometry><iwxxm:speedOfMotion uom="km/h">36</iwxxm:speedOfMotion></iwxxm:SIGMETEvolvingCondition></iwxxm:member></iwxxm:SIGMETEvolvingConditionCollection>`;
  const withSecond = (motion: string, surface = ring) =>
    read(sigmet(surface).replace('</iwxxm:SIGMETEvolvingConditionCollection>', second(motion)));

  test('of several areas holds in all of them, at what heights they have in common', () => {
    const found = withSecond('90');
    expect(found).toMatchObject({
      ok: true,
      value: {
        lower: { value: 0, unit: 'm', reference: 'AGL' },
        // FL390 and FL300: what is above which is not said in one figure.
        upper: null,
        movement: { directionDeg: 90, speedMps: 10 },
        intensity: 'weakening',
        area: { type: 'MultiPolygon' },
      },
    });
    const area = found.ok && 'area' in found.value ? found.value.area : null;
    const corners = area?.type === 'MultiPolygon' ? area.coordinates.map(([edge = []]) => edge) : [];
    expect(corners.map((edge) => edge.some(([longitude]) => longitude === 125))).toEqual([false, true]);
    expect(found.ok && 'forecastArea' in found.value).toBe(false);
  });

  test('of several areas that part has where they go, and one that cannot be drawn makes it the whole region', () => {
    expect(withSecond('270')).toMatchObject({
      ok: true,
      value: { movement: null, forecastArea: { type: 'MultiPolygon' } },
    });
    expect(withSecond('90', '<aixm:Surface/>')).toMatchObject({ ok: true, value: { area: null } });
  });

  test('is cancelled by its number', () => {
    const found = read(
      `<iwxxm:SIGMET isCancelReport="true">${head}<iwxxm:cancelledReportSequenceNumber>1</iwxxm:cancelledReportSequenceNumber></iwxxm:SIGMET>`,
    );
    expect(found).toMatchObject({
      ok: true,
      value: { isCancellation: true, cancels: '1', phenomenon: null },
    });
  });

  test('of an exercise is refused', () => {
    const found = read(sigmet(ring, 'permissibleUsage="NON-OPERATIONAL" permissibleUsageReason="TEST"'));
    expect(found.ok ? null : found.reason.key).toBe('information.unreadable.test');
  });
});

describe('an advisory', () => {
  const volume = (posList: string, upper: number) =>
    `<iwxxm:ashCloud><iwxxm:VolcanicAshCloudObservedOrEstimated><iwxxm:ashCloudExtent><aixm:AirspaceVolume><aixm:upperLimit uom="FL">${upper}</aixm:upperLimit><aixm:upperLimitReference>STD</aixm:upperLimitReference><aixm:lowerLimit>GND</aixm:lowerLimit><aixm:horizontalProjection><aixm:Surface><gml:posList>${posList}</gml:posList></aixm:Surface></aixm:horizontalProjection></aixm:AirspaceVolume></iwxxm:ashCloudExtent><iwxxm:directionOfMotion uom="deg">180</iwxxm:directionOfMotion><iwxxm:speedOfMotion uom="[kn_i]">20</iwxxm:speedOfMotion></iwxxm:VolcanicAshCloudObservedOrEstimated></iwxxm:ashCloud>`;
  const [now, then] = ['30 130 31 130 31 131 30 130', '28 130 29 130 29 131 28 130'];

  test('of ash says the same as its text', () => {
    const found = read(
      `<iwxxm:VolcanicAshAdvisory permissibleUsage="OPERATIONAL">${instant('issueTime', '2026-11-22T00:00:00Z')}<iwxxm:issuingVolcanicAshAdvisoryCentre><aixm:Unit><aixm:timeSlice><aixm:UnitTimeSlice><aixm:name>TOKYO</aixm:name></aixm:UnitTimeSlice></aixm:timeSlice></aixm:Unit></iwxxm:issuingVolcanicAshAdvisoryCentre><iwxxm:volcano><metce:EruptingVolcano><metce:name>Sakurajima 282080</metce:name></metce:EruptingVolcano></iwxxm:volcano><iwxxm:advisoryNumber>2026/4</iwxxm:advisoryNumber><iwxxm:observation><iwxxm:VolcanicAshObservedOrEstimatedConditions isEstimated="false">${instant('phenomenonTime', '2026-11-22T00:00:00Z')}${volume(now, 140)}</iwxxm:VolcanicAshObservedOrEstimatedConditions></iwxxm:observation><iwxxm:forecast><iwxxm:VolcanicAshForecastConditions status="PROVIDED">${instant('phenomenonTime', '2026-11-22T06:00:00Z')}${volume(then, 180)}</iwxxm:VolcanicAshForecastConditions></iwxxm:forecast>${instant('nextAdvisoryTime', '2026-11-22T06:00:00Z')}</iwxxm:VolcanicAshAdvisory>`,
    );
    const said = text(
      'VA ADVISORY\nDTG: 20261122/0000Z\nVAAC: TOKYO\nVOLCANO: SAKURAJIMA 282080\nADVISORY NR: 2026/4\nOBS VA CLD: SFC/FL140 N3000 E13000 - N3100 E13000 - N3100 E13100 MOV S 20KT\nFCST VA CLD +6 HR: 22/0600Z SFC/FL180 N2800 E13000 - N2900 E13000 - N2900 E13100\nNXT ADVISORY: 20261122/0600Z=',
    );
    expect(found.ok && { ...found.value, text: '' }).toEqual({ ...said, text: '' });
  });

  test('of a cyclone says the same as its text', () => {
    const found = read(
      `<iwxxm:TropicalCycloneAdvisory>${instant('issueTime', '2026-11-22T00:00:00Z')}<iwxxm:issuingTropicalCycloneAdvisoryCentre><aixm:Unit><aixm:timeSlice><aixm:UnitTimeSlice><aixm:designator>TOKYO</aixm:designator></aixm:UnitTimeSlice></aixm:timeSlice></aixm:Unit></iwxxm:issuingTropicalCycloneAdvisoryCentre><iwxxm:tropicalCycloneName>GLORIA</iwxxm:tropicalCycloneName><iwxxm:advisoryNumber>2026/13</iwxxm:advisoryNumber><iwxxm:observation><iwxxm:TropicalCycloneObservedConditions><iwxxm:cumulonimbusCloudLocation><aixm:AirspaceVolume><aixm:upperLimit uom="FL">500</aixm:upperLimit><aixm:horizontalProjection><aixm:Surface><gml:CircleByCenterPoint><gml:pos>27.1 130.1</gml:pos><gml:radius uom="[nmi_i]">250</gml:radius></gml:CircleByCenterPoint></aixm:Surface></aixm:horizontalProjection></aixm:AirspaceVolume></iwxxm:cumulonimbusCloudLocation><iwxxm:movement>MOVING</iwxxm:movement><iwxxm:movementDirection uom="deg">315</iwxxm:movementDirection><iwxxm:movementSpeed uom="km/h">20</iwxxm:movementSpeed><iwxxm:intensityChange>INTENSIFY</iwxxm:intensityChange></iwxxm:TropicalCycloneObservedConditions></iwxxm:observation><iwxxm:nextAdvisoryTime nilReason="inapplicable"/></iwxxm:TropicalCycloneAdvisory>`,
    );
    const said = text(
      'TC ADVISORY\nDTG: 20261122/0000Z\nTCAC: TOKYO\nTC: GLORIA\nADVISORY NR: 2026/13\nOBS PSN: 22/0000Z N2706 E13006\nCB: WI 250NM OF TC CENTRE TOP FL500\nMOV: NW 20KMH\nINTST CHANGE: INTSF=',
    );
    expect(found.ok && { ...found.value, text: '' }).toEqual({ ...said, text: '' });
  });
});

test('a report that could not be translated is read as the text that it encloses', () => {
  const found = read('<iwxxm:METAR translationFailedTAC="METAR ZUUU 220300Z 02003MPS CAVOK XYZZY=" />');
  expect(found).toMatchObject({ ok: true, value: { station: 'ZUUU', cavok: true, unread: ['XYZZY'] } });
});

test('no entity is resolved, no document type taken, and no depth exhausts it', () => {
  expect(readXml('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')).toBeNull();
  expect(readXml('<a>&b;</a>')?.text).toBe('&b;');
  const deep = `${'<a>'.repeat(5_000)}x${'</a>'.repeat(5_000)}`;
  expect(() => readXml(deep)).not.toThrow();
  const found = read(`<iwxxm:METAR>${deep}</iwxxm:METAR>`);
  expect(found.ok).toBe(false);
});
