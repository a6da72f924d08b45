import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useNotifyError } from '#web/client/notify-error.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { roomPath } from '#web/features/coordination/room-ways.ts';

/** Goes to the room of an alert, made where there is none. */
export function OpenAlertRoom({ record, onClose }: ActionProps) {
  const navigate = useNavigate();
  const notifyError = useNotifyError();
  useEffect(() => {
    onClose(false);
    callService('Coordination', 'OpenRoom', { kind: 'encounter', subject: record.id }).then(
      ({ id }) => void navigate(roomPath(id)),
      notifyError,
    );
  }, [navigate, notifyError, record.id, onClose]);
  return null;
}
