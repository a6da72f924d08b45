import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '#domain/text/narrow.ts';
import { remember, remembered } from './map-memory.ts';
import { type BlockHeight, blockHeights, isBlockHeight } from './target-text.ts';

/** How targets are drawn, as somebody has chosen it on this device. */
export interface TargetLook {
  height: BlockHeight;
  /** 0: no trails. */
  trailMinutes: number;
  trailDots: boolean;
  /** Where each will be in a minute. */
  vectors: boolean;
}

const trailLengths = [0, 1, 2, 5, 10];
export const usualLook: TargetLook = { height: 'STD', trailMinutes: 5, trailDots: false, vectors: true };

export function useTargetLook(): [TargetLook, (change: Partial<TargetLook>) => void] {
  const [look, setLook] = useState<TargetLook>(() => lookOf(remembered('look')));
  const change = (part: Partial<TargetLook>) => {
    const next = { ...look, ...part };
    setLook(next);
    remember('look', next);
  };
  return [look, change];
}

export function lookOf(value: unknown): TargetLook {
  if (!isObject(value)) return usualLook;
  const { height, trailMinutes, trailDots, vectors } = value;
  return {
    height: isBlockHeight(height) ? height : usualLook.height,
    trailMinutes: trailLengths.find((one) => one === trailMinutes) ?? usualLook.trailMinutes,
    trailDots: trailDots === true,
    vectors: vectors !== false,
  };
}

/** The choices of how targets are drawn. */
export function TargetLookChoice({
  look,
  onChange,
}: {
  look: TargetLook;
  onChange: (change: Partial<TargetLook>) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="cw-target-look">
      <Select<BlockHeight>
        size="small"
        aria-label={t('map.look.height')}
        value={look.height}
        options={blockHeights.map((one) => ({ value: one, label: t(`map.look.height.${one}`) }))}
        onChange={(height) => onChange({ height })}
      />
      <Select<number>
        size="small"
        aria-label={t('map.look.trail')}
        value={look.trailMinutes}
        options={trailLengths.map((count) => ({
          value: count,
          label: t(count === 0 ? 'map.look.trailOff' : 'map.look.trailMinutes', { count }),
        }))}
        onChange={(trailMinutes) => onChange({ trailMinutes })}
      />
      <Checkbox
        checked={look.trailDots}
        disabled={look.trailMinutes === 0}
        onChange={({ target }) => onChange({ trailDots: target.checked })}
      >
        {t('map.look.dots')}
      </Checkbox>
      <Checkbox checked={look.vectors} onChange={({ target }) => onChange({ vectors: target.checked })}>
        {t('map.look.vectors')}
      </Checkbox>
      <p className="cw-layer-note">{t('map.look.drag')}</p>
    </div>
  );
}
