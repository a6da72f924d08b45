import {
  type CategoryTable,
  extended,
  flag,
  group,
  s,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { reservedExpansion, second7, source, specialPurpose, turn16 } from './common.ts';

const gainAndBias = (id: string, name: string) =>
  group(id, name, s('gain', 16, 1e-5), s('biasNm', 16, 1 / 128));

/**
 * CAT063 what a tracker says of each sensor that it uses (state, biases, time stamping), EUROCONTROL ASTERIX Category 063,
 * editions 1.3 to 1.7.
 */
export const cat063: CategoryTable = {
  category: 63,
  edition: '1.x',
  uap: [
    source(),
    value('015', u('serviceId', 8)),
    value('030', u('timeOfDayS', 24, second7)),
    group('050', 'sensor', u('sac', 8), u('sic', 8)),
    extended(
      '060',
      'sensorStatus',
      [
        u('connection', 2),
        flag('primaryNoGo'),
        flag('secondaryNoGo'),
        flag('modeSNoGo'),
        flag('adsbNoGo'),
        flag('multilaterationNoGo'),
      ],
      [
        flag('operationalInhibited'),
        flag('dataOverload'),
        flag('transmissionOverload'),
        flag('monitoringDisconnected'),
        flag('timeSourceInvalid'),
        flag('noPlotWarning'),
        spare(1),
      ],
      [
        flag('testTargetPresent'),
        flag('testTargetFailed'),
        flag('spoofingPresent'),
        flag('spoofing'),
        spare(3),
      ],
    ),
    value('070', s('timeBiasMs', 16)),
    gainAndBias('080', 'secondaryRange'),

    value('081', s('secondaryAzimuthBiasDeg', 16, turn16)),
    gainAndBias('090', 'primaryRange'),
    value('091', s('primaryAzimuthBiasDeg', 16, turn16)),
    value('092', s('primaryElevationBiasDeg', 16, turn16)),
    null,
    reservedExpansion,
    specialPurpose,
  ],
};
