import { Button, Card, Drawer } from 'antd';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingView } from '#contract/finding-view.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { type Geometry, storedGeometry } from '#domain/geo/geojson.ts';
import type { FieldMessage, Values } from '#web/engine/record-validator.ts';
import { useGroundBelow } from '#web/map/use-ground.ts';
import { VerticalSection } from '#web/map/vertical-section.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { AirspaceCheckPanel } from './airspace-check-panel.tsx';
import { shapeIn, withExtent } from './extent-values.ts';
import { findingFeatures, keyOf, sectionItems } from './finding-shapes.ts';
import type { useAirspaceCheck } from './use-airspace-check.ts';

// Leaflet and the drawing tools come only with a form that draws.
const GeometryInput = lazy(async () => ({ default: (await import('#web/map/draw.tsx')).GeometryInput }));

interface Props {
  id: number | null;
  granted: boolean;
  values: Values;
  own: { label: string; lower: Altitude | null; upper: Altitude | null } | null;
  /** Saving was tried without an extent. */
  noExtent: boolean;
  check: ReturnType<typeof useAirspaceCheck>;
  missing: FieldMessage[];
  onExtent: (change: (values: Values) => Values) => void;
  onPick: (field: string) => void;
}

/** What stands beside the form: the extent on the map, the column of air it takes, and what a check finds. */
export function AirspaceBeside(props: Props) {
  const { id, granted, values, own, noExtent, check, missing, onExtent, onPick } = props;
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const [sheet, setSheet] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const findings = useMemo(
    () => (check.enabled ? (check.data?.findings ?? []) : []),
    [check.enabled, check.data],
  );
  const marked = useMemo(() => findingFeatures(findings), [findings]);
  const items = sectionItems(own, findings, t('airspace.check.notCompared'));
  const extent = storedGeometry(values.geometry);
  const below = useGroundBelow(extent ? [extent] : []);
  // The drawing tells its geometry first and its figures right after: they are one change.
  const drawn = useRef<Geometry | null>(null);

  const map = (
    <section id="airspace-extent" tabIndex={-1} aria-label={t('airspace.edit.extent')}>
      {noExtent && (
        <p role="alert" className="cw-draw-fault">
          {t('airspace.edit.noExtent')}
        </p>
      )}
      <Suspense fallback={<div style={{ height: 420 }} />}>
        <GeometryInput
          value={values.geometry ?? null}
          kinds={kinds}
          shape={shapeIn(values)}
          without={id === null ? null : `airspace-${id}`}
          marked={marked}
          selected={active}
          height={mobile ? '52vh' : 420}
          onChange={(geometry) => {
            drawn.current = geometry;
            if (!geometry) onExtent((before) => withExtent(before, null, null));
          }}
          onShape={(fields) => {
            const geometry = drawn.current;
            onExtent((before) => withExtent(before, geometry, fields));
          }}
        />
      </Suspense>
    </section>
  );
  return (
    <aside className="airspace-beside" aria-label={t('airspace.edit.beside')}>
      {mobile ? (
        <>
          <Button block onClick={() => setSheet(true)} aria-haspopup="dialog">
            {t(values.geometry ? 'airspace.edit.changeExtent' : 'airspace.edit.draw')}
          </Button>
          <Drawer
            open={sheet}
            placement="bottom"
            height="92vh"
            title={t('airspace.edit.extent')}
            onClose={() => setSheet(false)}
            extra={
              <Button type="primary" onClick={() => setSheet(false)}>
                {t('airspace.edit.done')}
              </Button>
            }
          >
            {map}
          </Drawer>
        </>
      ) : (
        <Card size="small" title={t('airspace.edit.extent')} extra={<Found findings={findings} />}>
          {map}
        </Card>
      )}
      <div id="airspace-judged" className="airspace-judged">
        <AirspaceCheckPanel
          check={check}
          missing={missing}
          granted={granted}
          onPick={(field) => {
            const finding = findings.find((one) => one.field === field && one.shape);
            if (finding) setActive(keyOf(finding));
            onPick(field);
          }}
        />
        <Card size="small" title={t('map.section.title')}>
          <VerticalSection
            items={items}
            active={active}
            below={below.data}
            onPick={(key) => setActive(key === active ? null : key)}
          />
        </Card>
      </div>
    </aside>
  );
}

/** How much the check finds against the extent, where its list is not beside the map. */
function Found({ findings }: { findings: readonly FindingView[] }) {
  const { t } = useTranslation();
  const errors = findings.filter(({ level }) => level === 'error').length;
  if (findings.length === 0) return null;
  return (
    <button
      type="button"
      className="cw-link cw-figures airspace-found-count"
      onClick={() => document.getElementById('airspace-judged')?.scrollIntoView({ block: 'start' })}
    >
      {t('plan.check.count', { errors, warnings: findings.length - errors })}
    </button>
  );
}

const kinds = ['Polygon', 'MultiPolygon'] as const;
