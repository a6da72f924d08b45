import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ActionProps } from '#web/engine/record-actions.ts';

/** Opens the page of an airspace: its map, times of use, versions and what may be done to it. */
export function OpenAirspace({ record, onClose }: ActionProps) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose(false);
    void navigate(`/situation/detailsAir?id=${record.id}`);
  }, [navigate, record.id, onClose]);
  return null;
}
