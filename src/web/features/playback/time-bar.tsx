import {
  BackwardOutlined,
  CaretRightOutlined,
  ForwardOutlined,
  PauseOutlined,
  RetweetOutlined,
} from '@ant-design/icons';
import { Button, Select, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { localText, wallDigits, zoneLabel } from '#web/client/clock.ts';
import type { Playback } from './use-playback.ts';

export const speeds = [1, 2, 5, 10, 20, 60, 120];
const stepS = 10;

/** The playback's controls: step, play, speed, loop, and the day as a line with how much was in the air. */
export function TimeBar({
  playback,
  from,
  to,
  speed,
  loop,
  density,
  alerts,
  onSpeed,
  onLoop,
}: {
  playback: Playback;
  /** UTC ms. */
  from: number;
  to: number;
  speed: number;
  loop: boolean;
  density: readonly { at: string; tracks: number }[];
  /** Of the day. */
  alerts: readonly RecordedAlert[];
  onSpeed: (speed: number) => void;
  onLoop: (loop: boolean) => void;
}) {
  const { t } = useTranslation();
  const { at, isPlaying, seek, play } = playback;
  const iso = new Date(at).toISOString();
  const step = (seconds: number) => seek(at + seconds * 1000);
  return (
    <div className="playback-bar">
      <div className="cw-bar">
        <Tooltip title={t('playback.back', { seconds: stepS })}>
          <Button
            icon={<BackwardOutlined />}
            aria-label={t('playback.back', { seconds: stepS })}
            onClick={() => step(-stepS)}
          />
        </Tooltip>
        <Button
          type="primary"
          icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          aria-label={t(isPlaying ? 'playback.pause' : 'playback.play')}
          onClick={() => play(!isPlaying)}
        />
        <Tooltip title={t('playback.forward', { seconds: stepS })}>
          <Button
            icon={<ForwardOutlined />}
            aria-label={t('playback.forward', { seconds: stepS })}
            onClick={() => step(stepS)}
          />
        </Tooltip>
        <Select
          className="playback-speed"
          aria-label={t('playback.speed')}
          value={speed}
          onChange={onSpeed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
        />
        <Tooltip title={t('playback.loopHelp')}>
          <Button
            icon={<RetweetOutlined />}
            aria-label={t('playback.loop')}
            aria-pressed={loop}
            type={loop ? 'primary' : 'default'}
            ghost={loop}
            onClick={() => onLoop(!loop)}
          />
        </Tooltip>
        <output className="playback-time cw-figures">
          <strong>{`${wallDigits(at).replace('T', ' ')} ${zoneLabel(at)}`}</strong>{' '}
          <span className="cw-soft">{`${iso.slice(11, 19)}Z`}</span>
        </output>
      </div>
      <div className="playback-line">
        <Density
          density={density}
          alerts={alerts}
          from={from}
          to={to}
          label={`${t('playback.density')}. ${t('playback.alertsOfDay', { count: alerts.length })}`}
        />
        <input
          type="range"
          aria-label={t('playback.scrubber')}
          aria-valuetext={localText(iso)}
          min={from}
          max={to}
          step={1000}
          value={Math.round(at / 1000) * 1000}
          onChange={(event) => seek(Number(event.target.value))}
        />
      </div>
    </div>
  );
}

function Density({
  density,
  alerts,
  from,
  to,
  label,
}: {
  density: readonly { at: string; tracks: number }[];
  alerts: readonly RecordedAlert[];
  from: number;
  to: number;
  label: string;
}) {
  const most = density.reduce((top, { tracks }) => Math.max(top, tracks), 1);
  const minutes = Math.max(1, Math.round((to - from) / 60_000));
  const bars = density.map(({ at, tracks }) => {
    const x = Math.round((Date.parse(at) - from) / 60_000);
    return `M${x} 20V${20 - (20 * tracks) / most}H${x + 1}V20Z`;
  });
  const marks = alerts.flatMap(({ raisedAt }) => {
    const x = (Date.parse(raisedAt) - from) / 60_000;
    return x < 0 ? [] : [`M${x.toFixed(1)} 0V8`];
  });
  return (
    <svg
      className="playback-density"
      viewBox={`0 0 ${minutes} 20`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={bars.join('')} />
      <path className="playback-alert" d={marks.join('')} />
    </svg>
  );
}
