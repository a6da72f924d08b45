import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CoordinateStyle } from '#domain/geo/coordinates.ts';
import { coordinateStyles } from '#web/ui/coordinate-input.tsx';
import { remember, remembered } from './map-memory.ts';

/** The notation that this person reads, kept on this device. */
export function useCoordinateStyle(): [CoordinateStyle, (style: CoordinateStyle) => void] {
  const [style, setStyle] = useState<CoordinateStyle>(
    () => coordinateStyles.find((one) => one === remembered('coordinates')) ?? 'dms',
  );
  return [
    style,
    (next) => {
      setStyle(next);
      remember('coordinates', next);
    },
  ];
}

/** Degrees, minutes and seconds; degrees and minutes; decimal degrees. */
export function CoordinateStyleSwitch({
  value,
  onChange,
}: {
  value: CoordinateStyle;
  onChange: (style: CoordinateStyle) => void;
}) {
  const { t } = useTranslation();
  return (
    <Segmented<CoordinateStyle>
      size="small"
      aria-label={t('map.draw.style')}
      value={value}
      onChange={onChange}
      options={coordinateStyles.map((one) => ({ value: one, label: t(`map.draw.style.${one}`) }))}
    />
  );
}
