import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { GeoJSON, Tooltip } from 'react-leaflet';
import { Link, useSearchParams } from 'react-router';
import { callService } from '#web/client/services.ts';
import { useMayChat } from '#web/features/coordination/coordination-queries.ts';
import { useRoomWays } from '#web/features/coordination/room-ways.ts';
import { useMapColours } from '#web/map/flat-map.tsx';

/** The message that the address names as `place=<room>.<seq>`; null: none. */
function placeIn(query: URLSearchParams): { room: number; seq: number } | null {
  const [, room, seq] = /^(\d+)\.(\d+)$/.exec(query.get('place') ?? '') ?? [];
  return room && seq ? { room: Number(room), seq: Number(seq) } : null;
}

function usePlace() {
  const [query] = useSearchParams();
  const place = placeIn(query);
  const may = useMayChat();
  const { data, error } = useQuery({
    queryKey: ['coordination', 'place', place?.room, place?.seq],
    queryFn:
      place && may
        ? async () => {
            const { room, seq } = place;
            const { items } = await callService('Coordination', 'GetMessages', {
              room,
              around: seq,
              most: 1,
            });
            return items.find((one) => one.seq === seq) ?? null;
          }
        : skipToken,
  });
  return { place, message: data ?? null, failed: error !== null || data === null };
}

/** On the situation map: the place or the shape that a link from a room leads to. */
export function RoomPlace() {
  const { message } = usePlace();
  const colours = useMapColours();
  const geometry = message?.place?.geometry;
  if (!message || !geometry) return null;
  return (
    <GeoJSON
      key={message.id}
      data={geometry}
      interactive={false}
      style={{ color: colours.selected, weight: 3, dashArray: '8 4', fillOpacity: 0.08 }}
    >
      <Tooltip permanent>{message.place?.label ?? message.authorName}</Tooltip>
    </GeoJSON>
  );
}

/** Below the map: whose place it is, the way back to the room, and the way to be rid of it. */
export function RoomPlaceNote() {
  const { t } = useTranslation();
  const [, setQuery] = useSearchParams();
  const ways = useRoomWays();
  const { place, message, failed } = usePlace();
  if (!place) return null;
  return (
    <p className="cw-layer-note" role="status">
      {failed ? (
        t('chat.place.failed')
      ) : (
        <>
          {t('chat.place.from', { name: message?.authorName ?? '' })}{' '}
          <Link to={ways.room(place.room, place.seq)}>{t('chat.openRoom')}</Link>
        </>
      )}{' '}
      <button
        type="button"
        className="cw-link"
        onClick={() =>
          setQuery((now) => {
            // The map stays where it is.
            for (const name of ['place', 'lat', 'lon', 'z']) now.delete(name);
            return now;
          })
        }
      >
        {t('chat.place.hide')}
      </button>
    </p>
  );
}
