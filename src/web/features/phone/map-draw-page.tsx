import { App, Button, Form, Input } from 'antd';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Altitude, compareDatums } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import { useLocale } from '#web/client/locale.ts';
import { AltitudeInput } from '#web/engine/widgets/altitude-field.tsx';
import { GeometryInput } from '#web/map/draw.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { Splash } from '#web/ui/splash.tsx';
import { type DrawnAirspace, takersOf } from './hand-back.ts';
import { LinkOver } from './link-over.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import { featuresOf } from './shared-features.ts';
import { isOver, useShared } from './use-shared.ts';
import './phone.css';

const kinds = ['Polygon'] as const;
const nothing: MapFeature[] = [];

/** `/permission/mapAPPno1`: draws an airspace and hands it back to the program that shows the page (decisions.md §9). */
export function MapDrawPage() {
  return (
    <PhoneFrame
      byTicket={(ticket) => <DrawByTicket ticket={ticket} />}
      bySession={() => <DrawAirspace context marked={nothing} />}
    />
  );
}

/** Whoever has a share link draws over what it shows, and sees nothing else. */
function DrawByTicket({ ticket }: { ticket: string }) {
  const locale = useLocale();
  const { data, error } = useShared(ticket);
  const marked = useMemo(() => (data ? featuresOf(data, locale) : nothing), [data, locale]);
  if (isOver(error)) return <LinkOver />;
  if (!data) return <Splash />;
  return <DrawAirspace context={false} marked={marked} />;
}

function DrawAirspace({ context, marked }: { context: boolean; marked: readonly MapFeature[] }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const ids = useId();
  const [name, setName] = useState('');
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  const shape = useRef<ShapeFields | null>(null);
  const [limits, setLimits] = useState<{ lower?: Altitude | undefined; upper?: Altitude | undefined }>({});
  const [tried, setTried] = useState(false);
  const { lower, upper } = limits;
  const isUpsideDown = lower !== undefined && upper !== undefined && isAbove(lower, upper);
  const takers = useMemo(() => takersOf(window), []);

  const drawn = (): DrawnAirspace | null => {
    setTried(true);
    if (!geometry || isUpsideDown) return null;
    return {
      type: 'clearway.airspace',
      version: 1,
      name: name.trim(),
      geometry,
      shape: shape.current,
      lower: lower ?? null,
      upper: upper ?? null,
    };
  };
  const hand = () => {
    const airspace = drawn();
    if (!airspace) return;
    for (const send of takers) send(airspace);
    message.success(t('share.draw.handed'));
  };
  const save = () => {
    const airspace = drawn();
    if (!airspace) return;
    const { geometry: own, ...properties } = airspace;
    const feature = { type: 'Feature', geometry: own, properties };
    saveFile(
      `${airspace.name.replaceAll(/[^\p{L}\p{N}-]/gu, '_') || 'airspace'}.geojson`,
      new Blob([JSON.stringify(feature)], { type: 'application/geo+json' }),
    );
  };
  return (
    <main className="phone-draw">
      <div className="cw-bar">
        <h1>{t('share.draw.title')}</h1>
        <span className="cw-grow" />
        <LanguageSwitch />
      </div>
      <GeometryInput
        value={geometry}
        kinds={kinds}
        context={context}
        marked={marked}
        height="min(56dvh, 560px)"
        onChange={setGeometry}
        onShape={(fields) => {
          shape.current = fields;
        }}
      />
      <Form layout="vertical" component="div">
        <Form.Item label={t('share.draw.name')} htmlFor={`${ids}-name`}>
          <Input
            id={`${ids}-name`}
            maxLength={64}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Form.Item>
        <div className="phone-draw-limits">
          <Form.Item label={t('share.draw.lower')} htmlFor={`${ids}-lower`}>
            <AltitudeInput
              id={`${ids}-lower`}
              value={lower}
              onChange={(next) => setLimits((now) => ({ ...now, lower: next }))}
            />
          </Form.Item>
          <Form.Item
            label={t('share.draw.upper')}
            htmlFor={`${ids}-upper`}
            {...(isUpsideDown ? { validateStatus: 'error', help: t('share.draw.upsideDown') } : {})}
          >
            <AltitudeInput
              id={`${ids}-upper`}
              value={upper}
              invalid={isUpsideDown}
              onChange={(next) => setLimits((now) => ({ ...now, upper: next }))}
            />
          </Form.Item>
        </div>
      </Form>
      <div className="phone-draw-hand">
        {takers.length > 0 && (
          <Button type="primary" size="large" onClick={hand}>
            {t('share.draw.hand')}
          </Button>
        )}
        <Button size="large" type={takers.length > 0 ? 'default' : 'primary'} onClick={save}>
          {t('share.draw.save')}
        </Button>
        {takers.length === 0 && <span>{t('share.draw.noProgram')}</span>}
        {tried && !geometry && (
          <span role="alert" className="cw-draw-fault">
            {t('share.draw.nothing')}
          </span>
        )}
      </div>
    </main>
  );
}

/** What cannot be compared is for whoever takes it to judge. */
function isAbove(lower: Altitude, upper: Altitude): boolean {
  const found = compareDatums(lower, upper);
  return found.comparable && found.result === 'above';
}
