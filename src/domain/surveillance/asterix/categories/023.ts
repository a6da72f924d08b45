import {
  type CategoryTable,
  extended,
  flag,
  group,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { reservedExpansion, second7, serviceStatistics, source, specialPurpose } from './common.ts';

/** CAT023 status of a CNS/ATM ground station (ADS-B, TIS-B), EUROCONTROL ASTERIX Category 023, editions 1.2 and 1.3. */
export const cat023: CategoryTable = {
  category: 23,
  edition: '1.x',
  uap: [
    source(),
    value('000', u('reportType', 8)),
    group('015', 'service', u('id', 4), u('type', 4)),
    value('070', u('timeOfDayS', 24, second7)),
    extended(
      '100',
      'stationStatus',
      [
        flag('noGo'),
        flag('dataOverload'),
        flag('transmissionOverload'),
        flag('monitoringConnected'),
        flag('timeSourceInvalid'),
        flag('spoofing'),
        flag('renumbered'),
      ],
      [u('reportPeriodS', 7)],
    ),
    extended(
      '101',
      'configuration',
      [u('reportPeriodS', 8, 0.5), u('serviceClass', 3), spare(4)],
      [u('statusPeriodS', 7)],
    ),
    value('200', u('operationalRangeNm', 8)),

    extended('110', 'serviceStatus', [spare(4), u('status', 3)]),
    serviceStatistics('120'),
    null,
    null,
    null,
    reservedExpansion,
    specialPurpose,
  ],
};
