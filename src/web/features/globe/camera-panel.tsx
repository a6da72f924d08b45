import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CompassOutlined,
  MinusOutlined,
  PlusOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
} from '@ant-design/icons';
import { Button, Radio, Select, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Position } from '#domain/geo/geodesy.ts';
import type { CameraControl, CameraMode } from './scene/camera-control.ts';

export type CameraWish = CameraMode;

interface Aerodrome extends Position {
  id: string;
  name: string;
}

const turnDeg = 15;
const zoomFactor = 0.6;

/** Everything that a mouse does to the camera, by buttons; and what the camera follows. */
export function CameraPanel({
  control,
  wish,
  aerodromes,
  hasTarget,
  onChange,
}: {
  /** Null: the globe is not there yet. */
  control: CameraControl | null;
  wish: CameraWish;
  aerodromes: readonly Aerodrome[];
  hasTarget: boolean;
  onChange: (wish: CameraWish) => void;
}) {
  const { t } = useTranslation();
  const acts = [
    { key: 'zoomIn', icon: <PlusOutlined />, act: () => control?.zoomBy(zoomFactor) },
    { key: 'zoomOut', icon: <MinusOutlined />, act: () => control?.zoomBy(1 / zoomFactor) },
    { key: 'turnLeft', icon: <RotateLeftOutlined />, act: () => control?.turnBy(turnDeg) },
    { key: 'turnRight', icon: <RotateRightOutlined />, act: () => control?.turnBy(-turnDeg) },
    { key: 'tiltUp', icon: <ArrowUpOutlined />, act: () => control?.tiltBy(turnDeg) },
    { key: 'tiltDown', icon: <ArrowDownOutlined />, act: () => control?.tiltBy(-turnDeg) },
    { key: 'north', icon: <CompassOutlined />, act: () => control?.north() },
  ];
  const choose = (kind: CameraWish['kind']) => {
    if (kind !== 'tower') onChange({ kind });
    else if (aerodromes[0]) onChange({ kind, at: aerodromes[0] });
  };
  const tower = wish.kind === 'tower' ? wish.at : null;
  return (
    <div className="globe-camera">
      <div className="cw-bar globe-acts">
        {acts.map(({ key, icon, act }) => (
          <Tooltip key={key} title={t(`globe.${key}`)}>
            <Button icon={icon} aria-label={t(`globe.${key}`)} disabled={control === null} onClick={act} />
          </Tooltip>
        ))}
      </div>
      <Radio.Group
        aria-label={t('globe.mode')}
        value={wish.kind}
        onChange={(event) => choose(event.target.value)}
        options={(['free', 'follow', 'chase', 'tower'] as const).map((value) => ({
          value,
          label: t(`globe.mode.${value}`),
          disabled: value !== 'free' && (!hasTarget || (value === 'tower' && aerodromes.length === 0)),
        }))}
      />
      {tower && (
        <Select
          showSearch
          optionFilterProp="label"
          aria-label={t('globe.tower')}
          value={
            aerodromes.find(
              ({ latitude, longitude }) => latitude === tower.latitude && longitude === tower.longitude,
            )?.id
          }
          options={aerodromes.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => {
            const at = aerodromes.find((one) => one.id === id);
            if (at) onChange({ kind: 'tower', at });
          }}
        />
      )}
      {!hasTarget && <p className="cw-soft">{t('globe.chooseTarget')}</p>}
    </div>
  );
}
