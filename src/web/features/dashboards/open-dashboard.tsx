import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { boardPath } from './dashboards.ts';

/** Opens the board of a record. */
export function OpenDashboard({ record, onClose }: ActionProps) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose(false);
    void navigate(boardPath(record.id));
  }, [navigate, record.id, onClose]);
  return null;
}
