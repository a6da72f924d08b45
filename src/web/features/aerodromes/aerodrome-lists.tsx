import { useTranslation } from 'react-i18next';
import { resourceNamed } from '#web/client/record-types.ts';
import type { FilterNode } from '#web/engine/list/filter-tree.ts';
import { ResourceList } from '#web/engine/list.tsx';

const general: FilterNode = { field: 'kind', operator: 'in', values: ['ga', 'heliport'] };
const transport: FilterNode = { field: 'kind', operator: 'in', values: ['civil', 'military'] };

/** `/information/airport`: general-aviation aerodromes and heliports. */
export function GeneralAerodromesPage() {
  const { t } = useTranslation();
  const airport = resourceNamed('airport');
  return airport ? <ResourceList resource={airport} only={general} title={t('aerodrome.general')} /> : null;
}

/** `/information/cAirport`: aerodromes of air transport, and military ones. */
export function TransportAerodromesPage() {
  const { t } = useTranslation();
  const airport = resourceNamed('airport');
  return airport ? (
    <ResourceList resource={airport} only={transport} title={t('aerodrome.transport')} />
  ) : null;
}
