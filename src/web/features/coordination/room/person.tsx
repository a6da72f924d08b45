import { useTranslation } from 'react-i18next';

/** The first letter of a name, or the last two of a Chinese one, as a sign beside what they say. */
export function Person({ name, online }: { name: string; online?: boolean }) {
  const { t } = useTranslation();
  const letters = /[\u3400-\u9fff]/.test(name) ? name.slice(-2) : name.slice(0, 1).toUpperCase();
  return (
    <span className="chat-person">
      <span aria-hidden="true">{letters}</span>
      {online !== undefined && (
        <span className="chat-online" data-online={online} role="img" aria-label={t(onlineKey(online))} />
      )}
    </span>
  );
}

export const onlineKey = (online: boolean) => (online ? 'chat.online' : 'chat.offline');
