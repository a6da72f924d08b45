import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AltitudeReference } from '#domain/geo/altitude.ts';
import { firstDatum, type Limits, scalesOf } from './section-scale.ts';

export interface SectionDatum {
  datum: AltitudeReference;
  datums: { datum: AltitudeReference; count: number }[];
  choose: (datum: AltitudeReference) => void;
}

/** The scale of a section: that which was chosen while it is offered, else the first. */
export function useSectionDatum(
  own: readonly Limits[],
  all: readonly Limits[],
  hasGround: boolean,
): SectionDatum {
  const [chosen, choose] = useState<AltitudeReference | null>(null);
  const datums = scalesOf(all, hasGround);
  const isOffered = datums.some(({ datum }) => datum === chosen);
  return { datum: isOffered && chosen ? chosen : firstDatum(own, all, hasGround), datums, choose };
}

/** Chooses the datum of a section, with how many of its volumes are measured from each. */
export function DatumChoice({ datum, datums, choose }: SectionDatum) {
  const { t } = useTranslation();
  if (datums.length < 2) return <strong>{t(`map.section.datum.${datum}`)}</strong>;
  return (
    <Segmented<AltitudeReference>
      size="small"
      aria-label={t('map.section.datum')}
      value={datum}
      onChange={choose}
      options={datums.map((one) => ({
        value: one.datum,
        label: `${t(`map.section.datum.${one.datum}`)} ${one.count}`,
      }))}
    />
  );
}
