import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Input, Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { boundToCompanies } from '#domain/identity/access.ts';
import { showsNothing } from '#domain/text/clean.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { chatKeys, useContacts } from '#web/features/coordination/coordination-queries.ts';
import { useOnline } from '#web/features/coordination/online.ts';
import { useRoomWays } from '#web/features/coordination/room-ways.ts';
import { Failure } from '#web/ui/failure.tsx';

type Kind = 'direct' | 'group';

/** A conversation with one user, or a room with a name and several; a military one is made by bodies alone. */
export function NewRoom({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const ways = useRoomWays();
  const actor = useStore(currentUser)?.actor;
  const { busy, failure, run } = useAsyncAction();
  const [kind, setKind] = useState<Kind>('direct');
  const [people, setPeople] = useState<number[]>([]);
  const [name, setName] = useState('');
  const [military, setMilitary] = useState(false);
  const ofBody = actor !== undefined && !boundToCompanies(actor);
  const wanted = kind === 'direct' ? people.slice(0, 1) : people;
  const ready = wanted.length > 0 && (kind === 'direct' || !showsNothing(name));
  const make = () =>
    run(async () => {
      const [subject] = wanted;
      if (subject === undefined) return;
      const { id } =
        kind === 'direct'
          ? await callService('Coordination', 'OpenRoom', { kind: 'direct', subject })
          : await callService('Coordination', 'CreateRoom', {
              name: name.trim(),
              members: wanted,
              ...(military ? { military } : {}),
            });
      await client.invalidateQueries({ queryKey: chatKeys.rooms });
      onClose();
      void navigate(ways.room(id));
    });
  return (
    <Modal
      open
      title={t('chat.newRoom')}
      okText={t(kind === 'direct' ? 'chat.newRoom.open' : 'chat.newRoom.make')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !ready }}
      onOk={() => void make()}
      onCancel={onClose}
    >
      <div className="chat-form">
        {failure !== null && <Failure title={t('chat.failed')} error={failure} />}
        <Segmented<Kind>
          aria-label={t('chat.newRoom')}
          value={kind}
          onChange={setKind}
          options={(['direct', 'group'] as const).map((value) => ({
            value,
            label: t(`chat.newRoom.${value}`),
          }))}
        />
        {kind === 'group' && (
          <Input
            maxLength={100}
            aria-label={t('chat.name')}
            placeholder={t('chat.name')}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        <PeopleSelect value={wanted} single={kind === 'direct'} onChange={setPeople} />
        {kind === 'group' && ofBody && (
          <Checkbox checked={military} onChange={({ target }) => setMilitary(target.checked)}>
            <span aria-hidden="true">★ </span>
            {t('chat.newRoom.military')}
          </Checkbox>
        )}
      </div>
    </Modal>
  );
}

/** Users with whom one may speak, found by a part of their name, company or position. */
export function PeopleSelect({
  value,
  single = false,
  without = [],
  onChange,
}: {
  value: readonly number[];
  single?: boolean;
  /** Users who are not offered. */
  without?: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const { data, isFetching } = useContacts('', true, 1000);
  const options = (data?.items ?? [])
    .filter(({ id }) => !without.includes(id))
    .map((one) => ({
      value: one.id,
      label: [one.name, ...one.positions, one.companyName].filter(Boolean).join(' · '),
      online: isOnline(one),
    }));
  return (
    <Select<number[]>
      mode="multiple"
      style={{ width: '100%' }}
      loading={isFetching}
      aria-label={t(single ? 'chat.person' : 'chat.people')}
      placeholder={t(single ? 'chat.person' : 'chat.people')}
      optionFilterProp="label"
      notFoundContent={t('chat.nobody')}
      value={[...value]}
      onChange={(ids) => onChange(single ? ids.slice(-1) : ids)}
      options={options}
      optionRender={({ data: { label, online } }) => (
        <span>
          <span className="chat-online" data-online={online} aria-hidden="true" /> {label}
        </span>
      )}
    />
  );
}
