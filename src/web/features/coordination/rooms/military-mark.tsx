import { useTranslation } from 'react-i18next';
import './military-mark.css';

/** The sign and the word of a military room, which no other has. */
export function MilitaryMark() {
  const { t } = useTranslation();
  return (
    <span className="chat-military">
      <span aria-hidden="true">★ </span>
      {t('chat.military')}
    </span>
  );
}
