import type { EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Mode, palette } from './palette.ts';

/** Series in their order: told apart in both modes and by most eyes that see colours otherwise (after Okabe and Ito). */
const chartColours: Record<Mode, readonly string[]> = {
  light: ['#0b63b8', '#1a8f5a', '#b35c00', '#8a4fbf', '#00838f', '#b3261e', '#5d6b82', '#7a6a00'],
  dark: ['#5cb0ff', '#4ade80', '#f0b429', '#c39bff', '#4fd1c5', '#ff8a80', '#a7b4c9', '#e2d36b'],
};

/** A canvas inherits no face: those of style.css. */
const letters = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", system-ui, sans-serif';

/** What every chart has alike: letters, lines and the box that follows the pointer, in the colours of the theme. */
export function chartBase(mode: Mode): EChartsCoreOption {
  const { ink, line, raised } = palette[mode];
  return {
    animation: false,
    color: [...chartColours[mode]],
    textStyle: { color: ink, fontFamily: letters },
    grid: { left: 8, right: 12, top: 36, bottom: 4, containLabel: true },
    legend: { top: 0, textStyle: { color: ink }, itemHeight: 10, itemWidth: 14, type: 'scroll' },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      backgroundColor: raised,
      borderColor: line,
      textStyle: { color: ink },
      confine: true,
    },
    aria: { enabled: false, decal: { show: true } },
  };
}

/** An axis of names or of figures in the colours of the theme. */
export function chartAxis(mode: Mode, kind: 'category' | 'value', rest: Record<string, unknown> = {}) {
  const { soft, line } = palette[mode];
  return {
    type: kind,
    axisLabel: { color: soft, hideOverlap: true },
    axisLine: { show: kind === 'category', lineStyle: { color: line } },
    axisTick: { show: false },
    splitLine: { show: kind === 'value', lineStyle: { color: line } },
    ...rest,
  };
}

interface Props {
  option: EChartsCoreOption;
  /** Its name and what it says, for people who do not see it; the table beside it has the figures. */
  label: string;
  /** In CSS. */
  height: number | string;
}

/** A chart on a canvas. Its code comes with the first one; until then, and where it fails, its place says so. */
export function Chart({ option, label, height }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<ReturnType<typeof import('./echarts.ts').createChart>>(undefined);
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const latest = useRef(option);
  latest.current = option;

  useEffect(() => {
    const { current: place } = box;
    if (!place) return;
    let gone = false;
    const observer = new ResizeObserver(() => drawn.current?.resize());
    import('./echarts.ts').then(
      ({ createChart }) => {
        if (gone) return;
        drawn.current = createChart(place);
        drawn.current.setOption(latest.current);
        observer.observe(place);
        setState('there');
      },
      () => setState('failed'),
    );
    return () => {
      gone = true;
      observer.disconnect();
      drawn.current?.dispose();
      drawn.current = undefined;
    };
  }, []);

  useEffect(() => drawn.current?.setOption(option, { notMerge: true }), [option]);

  return (
    <div className="cw-chart" style={{ height, position: 'relative' }}>
      <div ref={box} role="img" aria-label={label} style={{ position: 'absolute', inset: 0 }} />
      {state === 'failed' && <p className="cw-note">{t('report.chartFailed')}</p>}
    </div>
  );
}
