import { useQuery } from '@tanstack/react-query';
import { Input, type InputRef, Modal, Spin } from 'antd';
import { type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { resourceNamed, useResources } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { callService } from '#web/client/services.ts';
import { useCoordinationLines } from '#web/features/coordination/use-commands.ts';
import { useMenuGroups } from '#web/shell/menu-entries.ts';
import { type Command, matching, noteUse, pageCommands, readRecent } from './commands.ts';
import './palette.css';
import { isComposing, pressedKey } from '#web/ui/composing.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import { useActions } from './use-actions.ts';

const debounceMs = 200;

/** Pages, actions and records by typing a part of their names. */
export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listId = useId();
  const input = useRef<InputRef>(null);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const groups = useMenuGroups();
  const actions = useActions(onHelp);
  const { records, searching, failed } = useRecords(words);
  const coordination = useCoordinationLines();
  const recent = useMemo(() => readRecent(localStorage), []);

  const commands = useMemo(
    () => [
      ...pageCommands(groups, t('palette.pages'), (name) => t(`shell.group.${name}`, { defaultValue: name })),
      ...coordination,
      ...actions,
    ],
    [groups, coordination, actions, t],
  );
  // What the server found fits by its own rules: it is not judged by its text again.
  const shown = [...matching(commands, words, recent, t('palette.recent')), ...records];
  const active = shown[Math.min(at, shown.length - 1)];

  useEffect(() => {
    setAt(0);
    void words;
  }, [words]);

  const choose = (command: Command, newTab: boolean) => {
    noteUse(localStorage, command.key);
    onClose();
    if (command.run) command.run();
    else if (command.path && newTab) window.open(command.path, '_blank', 'noopener');
    else if (command.path) void navigate(command.path);
  };

  // The palette's keys hold from the first moment: the dialog, as it opens, holds the focus itself for a while.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || pressedKey(event) === 'Tab') return;
      input.current?.focus();
      const step = { ArrowDown: 1, ArrowUp: -1 }[pressedKey(event)];
      if (step !== undefined && shown.length > 0) {
        event.preventDefault();
        setAt((Math.min(at, shown.length - 1) + step + shown.length) % shown.length);
      } else if (pressedKey(event) === 'Enter' && active) {
        event.preventDefault();
        choose(active, event.ctrlKey || event.metaKey);
      }
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  });

  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={640}
      // At once: what is typed while it opens is the field's.
      transitionName=""
      maskTransitionName=""
      style={{ top: '12vh' }}
      styles={{ body: { padding: 0 } }}
      title={<span className="cw-hidden">{t('palette.title')}</span>}
      onCancel={onClose}
      afterOpenChange={(open) => open && input.current?.focus()}
    >
      <Input
        ref={input}
        size="large"
        autoFocus
        variant="borderless"
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-activedescendant={active ? `${listId}-${active.key}` : undefined}
        placeholder={t('palette.placeholder')}
        value={words}
        maxLength={100}
        suffix={searching ? <Spin size="small" /> : <kbd>Esc</kbd>}
        onChange={(event) => setWords(event.target.value)}
      />
      <div id={listId} role="listbox" aria-label={t('palette.title')} className="cw-palette">
        {shown.map((command, i) => (
          <Line
            key={`${command.section} ${command.key}`}
            id={`${listId}-${command.key}`}
            command={command}
            heading={shown[i - 1]?.section === command.section ? undefined : command.section}
            active={command === active}
            onPoint={() => setAt(i)}
            onChoose={(event) => choose(command, event.ctrlKey || event.metaKey)}
          />
        ))}
      </div>
      <p role="status" className="cw-palette-end">
        {failed
          ? t('palette.failed')
          : shown.length === 0 && !searching
            ? t('palette.nothing')
            : t('palette.hint')}
      </p>
    </Modal>
  );
}

interface LineProps {
  id: string;
  command: Command;
  heading: string | undefined;
  active: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
}

function Line({ id, command, heading, active, onPoint, onChoose }: LineProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) box.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <>
      {heading && (
        <div role="presentation" className="cw-palette-heading">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which holds the focus */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the input says which line is active */}
      <div
        ref={box}
        id={id}
        role="option"
        aria-selected={active}
        className="cw-palette-line"
        onPointerMove={onPoint}
        onClick={onChoose}
      >
        <span>{command.text}</span>
        {command.second && <span className="cw-palette-second">{command.second}</span>}
      </div>
    </>
  );
}

/** Records that the server finds by the words, once typing pauses. */
function useRecords(words: string): { records: Command[]; searching: boolean; failed: boolean } {
  const { t } = useTranslation();
  const resources = useResources();
  const wanted = words.trim();
  const [query] = useSettled(wanted, debounceMs);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['palette', query],
    queryFn: () => callService('Search', 'Find', { words: query }),
    enabled: query.length > 1,
    staleTime: 10_000,
  });
  const records = useMemo(() => {
    void resources;
    if (query.length < 2 || query !== wanted) return [];
    return (data?.items ?? []).flatMap(({ resource, label, items }) => {
      const type = resourceNamed(resource);
      if (!type || !opensScreen(type, 'show')) return [];
      return items.map(({ id, title, subtitle }) => ({
        key: `record:${resource}:${id}`,
        text: title,
        second: subtitle ?? undefined,
        section: t('palette.records', { label }),
        path: `${type.path}/${id}`,
      }));
    });
  }, [data, query, wanted, resources, t]);
  const searching = wanted.length > 1 && (isFetching || query !== wanted);
  return { records, searching, failed: isError && query === wanted };
}
