import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ActionProps } from '#web/engine/record-actions.ts';

/** Opens the report of an alert. */
export function OpenIncident({ record, onClose }: ActionProps) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose(false);
    void navigate(`/flightWatch/incident?alert=${record.id}`);
  }, [navigate, record.id, onClose]);
  return null;
}
