import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AirspaceItem, ExtensionAskView } from '#contract/airspace/airspace-output.ts';
import { ActDialog, ActField } from '#web/features/approvals/act-dialog.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { type ActInput, type AirspaceAct, actOn, needsOf, weightOf } from './airspace-act.ts';
import { airspaceName } from './airspace-place.ts';
import { refreshAirspaces } from './airspace-queries.ts';
import { ClosingEffects } from './closing-effects.tsx';

export interface PendingAct {
  action: AirspaceAct;
  airspace: Pick<AirspaceItem, 'id' | 'name' | 'nameEn' | 'designator' | 'validTo'>;
  /** The holder's request that waits: an extension begins with what it asks for. */
  ask?: Pick<ExtensionAskView, 'validTo' | 'reason' | 'byName'> | null;
}

interface Props {
  pending: PendingAct | null;
  onClose: () => void;
  onDone?: (done: PendingAct) => void;
}

/** The dialog of an action on an airspace: what that action needs, and its call. */
export function AirspaceActDialog({ pending, onClose, onDone }: Props) {
  return pending ? (
    <OneAct
      key={`${pending.action} ${pending.airspace.id}`}
      pending={pending}
      onClose={onClose}
      onDone={onDone}
    />
  ) : null;
}

function OneAct({ pending, onClose, onDone }: Omit<Props, 'pending'> & { pending: PendingAct }) {
  const { action, airspace, ask = null } = pending;
  const { t } = useTranslation();
  const client = useQueryClient();
  const needs = needsOf(action);
  const [times, setTimes] = useState<Omit<ActInput, 'reason'>>(
    action === 'extend' && ask ? { validTo: ask.validTo } : {},
  );
  const { from, to, validTo } = times;
  const answers = action === 'extend' || action === 'declineExtension' ? ask : null;
  const noEnd = needs.includes('until') && !validTo;
  const notLater = Boolean(validTo && airspace.validTo && validTo <= airspace.validTo);
  const backwards = Boolean(from && to && from >= to);
  const moment = (name: keyof typeof times) => (id: string) => (
    <MomentInput
      id={id}
      value={times[name]}
      onChange={(at) => setTimes((before) => ({ ...before, [name]: at }))}
    />
  );
  return (
    <ActDialog
      action={t(`airspace.act.name.${action}`)}
      name={airspaceName(airspace)}
      done={t(`airspace.act.done.${action}`, { name: airspaceName(airspace) })}
      danger={weightOf(action) === 'danger'}
      reason={needs.find((need) => need === 'reason' || need === 'reasonOptional')}
      reasonLength={500}
      blocked={noEnd || notLater || backwards}
      send={(input) => actOn(action, airspace.id, { ...times, ...input })}
      refresh={() => refreshAirspaces(client)}
      onClose={onClose}
      onDone={() => onDone?.(pending)}
    >
      {needs.includes('sure') && <p>{t(`airspace.act.sure.${action}`)}</p>}
      {answers && (
        <p>
          {t('airspace.ask.until')} <FlightTime at={answers.validTo} year />
          {answers.byName && ` · ${answers.byName}`}
          {answers.reason && (
            <>
              <br />
              <q>{answers.reason}</q>
            </>
          )}
        </p>
      )}
      {needs.includes('span') && (
        <>
          <ActField label={t('airspace.act.from')} help={t('airspace.act.help.from')}>
            {moment('from')}
          </ActField>
          <ActField
            label={t('airspace.act.to')}
            wrong={backwards && t('airspace.act.backwards')}
            help={t('airspace.act.help.to')}
          >
            {moment('to')}
          </ActField>
        </>
      )}
      {action === 'close' && !backwards && <ClosingEffects id={airspace.id} from={from} to={to} />}
      {needs.includes('until') && (
        <ActField
          label={t('airspace.act.validTo')}
          required
          missing={noEnd && t('airspace.act.endNeeded')}
          wrong={notLater && t('airspace.act.notLater')}
          help={
            <>
              {airspace.validTo && (
                <>
                  {t('airspace.act.presentEnd')} <FlightTime at={airspace.validTo} year />
                  {' · '}
                </>
              )}
              {t(`airspace.act.help.${action === 'askExtension' ? 'asked' : 'validTo'}`)}
            </>
          }
        >
          {moment('validTo')}
        </ActField>
      )}
    </ActDialog>
  );
}
