import { EnvironmentOutlined, PaperClipOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Select, Upload } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { type ClipboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomView } from '#contract/coordination/rooms.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { showsNothing } from '#domain/text/clean.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useHubState } from '#web/client/hub.ts';
import { callService } from '#web/client/services.ts';
import { accepted, type RecordFile } from '#web/engine/files/files-api.ts';
import { UploadList } from '#web/engine/files/upload-list.tsx';
import { useUploads } from '#web/engine/files/use-uploads.ts';
import { filesOf } from '#web/features/coordination/room/message-files.tsx';
import { type MessageDraft, say } from '#web/features/coordination/unsent-messages.ts';
import { Failure } from '#web/ui/failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { type Attached, Attachments } from './attachments.tsx';
import { type DemandDraft, DemandForm, demandDraft } from './demand-form.tsx';
import { draftOf, keepDraft } from './drafts.ts';
import { mentionedIn } from './mention-query.ts';
import { MessageField } from './message-field.tsx';
import { referenceIn } from './reference-in.ts';

const PlaceDialog = onDemand(async () => (await import('./place-dialog.tsx')).PlaceDialog);

export interface ComposerHandle {
  quote(message: ChatMessage): void;
  edit(message: ChatMessage): void;
  addFiles(files: File[]): void;
  focus(): void;
}

const nothing: Attached = { files: [], place: null, references: [] };

/**
 * Where a message is written: text with mentions, files, a place, records, an answer to another, an order or an information
 * that is acknowledged. Enter sends, Shift+Enter makes a line, Up in an empty field changes the last own message.
 */
export function Composer({
  ref,
  room,
  me,
  lastOwn,
  onEdited,
}: {
  ref: Ref<ComposerHandle>;
  room: RoomView;
  me: number | undefined;
  /** The last own message that can be changed. */
  lastOwn: () => ChatMessage | undefined;
  onEdited: (message: ChatMessage) => void;
}) {
  const { t } = useTranslation();
  const hub = useHubState('chat');
  const field = useRef<TextAreaRef>(null);
  const [text, setText] = useState(() => draftOf(room.id));
  const [quoted, setQuoted] = useState<ChatMessage | null>(null);
  const [edited, setEdited] = useState<ChatMessage | null>(null);
  const [attached, setAttached] = useState<Attached>(nothing);
  const [demand, setDemand] = useState<DemandDraft>(demandDraft);
  const [placing, setPlacing] = useState(false);
  const action = useAsyncAction();
  const uploading = useUploads(filesOf(room.id), (stored: RecordFile[]) =>
    setAttached((now) => ({ ...now, files: [...now.files, ...stored] })),
  );
  const focus = () => field.current?.focus();
  const write = (next: string) => {
    setText(next);
    if (!edited) keepDraft(room.id, next);
  };
  const addFiles = (files: File[]) => uploading.add(files, undefined);
  const edit = (message: ChatMessage) => {
    setEdited(message);
    setQuoted(null);
    setText(message.text);
    focus();
  };
  useImperativeHandle(ref, () => ({
    quote(message) {
      setQuoted(message);
      focus();
    },
    edit,
    addFiles,
    focus,
  }));
  const leave = () => {
    if (edited) setText(draftOf(room.id));
    setEdited(null);
    setQuoted(null);
  };

  const others = room.members.filter(({ userId }) => userId !== me);
  const isDemand = demand.kind !== 'text' && !edited;
  const hasReceivers = (demand.receivers ?? others).length > 0;
  const hasText = !showsNothing(text);
  const hasSomething =
    hasText || attached.files.length > 0 || attached.place !== null || attached.references.length > 0;
  const isWaiting = uploading.uploads.some(({ state }) => state !== 'failed');
  const maySend = hasSomething && !isWaiting && (!isDemand || (hasText && hasReceivers));

  const send = () => {
    if (!maySend || action.busy) return;
    if (edited) {
      void action.run(async () => {
        onEdited(
          await callService('Coordination', 'Edit', { room: room.id, seq: edited.seq, text: text.trim() }),
        );
        leave();
      });
      return;
    }
    const mentions = mentionedIn(text, others).map(({ userId }) => userId);
    const draft: MessageDraft = {
      text: text.trim(),
      ...(mentions.length > 0 ? { mentions } : {}),
      ...(quoted ? { quote: quoted.seq } : {}),
      ...(attached.files.length > 0 ? { files: attached.files.map(({ id }) => id) } : {}),
      ...(attached.place ? { place: attached.place } : {}),
      ...(attached.references.length > 0 ? { references: attached.references } : {}),
      ...(demand.kind === 'text'
        ? {}
        : {
            kind: demand.kind,
            demand: {
              // All of the room, whoever comes in meanwhile, where none was chosen.
              ...(demand.receivers ? { receivers: [...demand.receivers] } : {}),
              withinS: demand.withinS,
              ...(demand.escalateTo.length > 0 ? { escalateTo: [...demand.escalateTo] } : {}),
            },
          }),
    };
    say(room.id, draft);
    write('');
    setQuoted(null);
    setAttached(nothing);
    setDemand(demandDraft);
  };

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length > 0) {
      event.preventDefault();
      addFiles(files);
      return;
    }
    const reference = referenceIn(event.clipboardData.getData('text'), window.location.origin);
    if (!reference) return;
    event.preventDefault();
    setAttached((now) => ({
      ...now,
      references: [
        ...now.references.filter(
          ({ resource, id }) => resource !== reference.resource || id !== reference.id,
        ),
        reference,
      ],
    }));
  };

  if (!room.mayWrite) {
    return (
      <p className="chat-closed cw-soft" role="status">
        {t(room.closedAt ? 'chat.closedNote' : 'chat.readOnly')}
      </p>
    );
  }
  return (
    <section className="chat-composer" aria-label={t('chat.write')} data-demand={isDemand}>
      {action.failure !== null && <Failure title={t('chat.failed')} error={action.failure} />}
      {(quoted || edited) && (
        <p className="chat-quoting">
          <span>
            {edited ? t('chat.editing') : t('chat.replyingTo', { name: quoted?.authorName ?? '' })}{' '}
            <span className="cw-soft">{(edited ?? quoted)?.text.slice(0, 120)}</span>
          </span>
          <Button size="small" type="text" onClick={leave}>
            {t('shell.cancel')}
          </Button>
        </p>
      )}
      {isDemand && <DemandForm room={room} me={me} value={demand} onChange={setDemand} />}
      <Attachments value={attached} onChange={setAttached} />
      <UploadList uploads={uploading.uploads} onDrop={uploading.drop} onRetry={uploading.retry} />
      <MessageField
        ref={field}
        text={text}
        people={others}
        label={t('chat.write')}
        onChange={write}
        onSend={send}
        onPaste={onPaste}
        onEscape={leave}
        onUp={() => {
          const own = lastOwn();
          if (own) edit(own);
          return own !== undefined;
        }}
      />
      <div className="cw-bar">
        {!edited && (
          <>
            <Upload
              multiple
              accept={accepted}
              showUploadList={false}
              beforeUpload={(file, all) => {
                if (file === all[0]) addFiles(all);
                return false;
              }}
            >
              <Button
                type="text"
                icon={<PaperClipOutlined />}
                aria-label={t('chat.addFile')}
                title={t('chat.addFileHint')}
              />
            </Upload>
            <Button
              type="text"
              icon={<EnvironmentOutlined />}
              aria-label={t('chat.addPlace')}
              title={t('chat.addPlace')}
              aria-haspopup="dialog"
              onClick={() => setPlacing(true)}
            />
            <Select<DemandDraft['kind']>
              size="small"
              aria-label={t('chat.kind')}
              value={demand.kind}
              popupMatchSelectWidth={false}
              onChange={(kind) => setDemand((now) => ({ ...now, kind }))}
              options={(['text', 'information', 'order'] as const).map((kind) => ({
                value: kind,
                label: t(`chat.kind.${kind}`),
              }))}
            />
          </>
        )}
        <span className="cw-grow" />
        {hub !== 'connected' && hub !== 'off' && (
          <span className="chat-note" role="status">
            <span aria-hidden="true">◌ </span>
            {t('chat.unconnected')}
          </span>
        )}
        <Button
          type="primary"
          danger={demand.kind === 'order' && !edited}
          icon={<SendOutlined />}
          disabled={!maySend}
          loading={action.busy}
          onClick={send}
        >
          {t(edited ? 'chat.save' : isDemand ? `chat.send.${demand.kind}` : 'chat.send')}
        </Button>
      </div>
      {placing && (
        <PlaceDialog
          onClose={() => setPlacing(false)}
          onPlace={(place) => {
            setAttached((now) => ({ ...now, place }));
            setPlacing(false);
          }}
        />
      )}
    </section>
  );
}
