import { Form, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import type { ActInput } from './plan-act.ts';

type Landed = Pick<ActInput, 'landedAirport' | 'landedPoint'>;

/** Where it landed, asked only of who says that it was not the destination: an ARR then names it in field 17. */
export function LandedElsewhere({ input, onChange }: { input: Landed; onChange: (part: Landed) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { landedAirport, landedPoint } = input;
  const [kind, setKind] = useState(
    landedAirport !== undefined ? 'airport' : landedPoint !== undefined ? 'point' : 'planned',
  );
  return (
    <>
      <Form.Item label={t('plan.act.landedAt')} htmlFor={`${id}-kind`}>
        <Select
          id={`${id}-kind`}
          value={kind}
          onChange={(next) => {
            setKind(next);
            onChange({ landedAirport: undefined, landedPoint: undefined });
          }}
          options={['planned', 'airport', 'point'].map((value) => ({
            value,
            label: t(`plan.act.landedAt.${value}`),
          }))}
        />
      </Form.Item>
      {kind !== 'planned' && (
        <Form.Item label={t(`plan.act.landedAt.${kind}`)} htmlFor={`${id}-place`}>
          <RelationSelect
            id={`${id}-place`}
            resource={kind === 'airport' ? 'airport' : 'takeoffLandingPoint'}
            value={kind === 'airport' ? landedAirport : landedPoint}
            onChange={(value) => {
              const place = typeof value === 'number' ? value : undefined;
              onChange(
                kind === 'airport'
                  ? { landedAirport: place, landedPoint: undefined }
                  : { landedAirport: undefined, landedPoint: place },
              );
            }}
          />
        </Form.Item>
      )}
    </>
  );
}
