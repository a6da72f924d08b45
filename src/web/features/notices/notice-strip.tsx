import { PauseOutlined, RightOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldNotices, useRunning } from './folded.ts';
import { useControlNotices } from './queries.ts';
import './notices.css';

/** Pixels of each frame (specification §9), of sixty frames a second. */
const step = 0.5;
const pixelsPerSecond = step * 60;

/**
 * Control notices in force, running along the top until they are acknowledged; then they are a chip in the bottom bar
 * (notice-button.tsx). The line stands still while it is pointed at, and when it is told to.
 */
export function NoticeStrip() {
  const { t } = useTranslation();
  const notices = useControlNotices();
  const running = useRunning(notices);
  const text = running
    .map(({ levelText, title, content }) => t('notices.line', { level: levelText, title, content }))
    .join('　　');
  if (text === '') return null;
  return (
    <section className="cw-strip" aria-label={t('notices.control')}>
      <Running key={text} text={text} />
      {running.some(({ mustAcknowledge }) => !mustAcknowledge) && (
        <Button
          type="text"
          size="small"
          icon={<UpOutlined />}
          aria-label={t('notices.fold')}
          title={t('notices.fold')}
          onClick={() => foldNotices(notices)}
        />
      )}
    </section>
  );
}

function Running({ text }: { text: string }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  /** Pixels of its way from the right end of the box to beyond the left one; null: it begins at the left. */
  const run = useRef<number | null>(null);
  const [paused, setPaused] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [pointed, setPointed] = useState(false);
  const still = paused || pointed;

  // Run by the browser itself: a script for each frame would keep half a core busy all day.
  useEffect(() => {
    const [outer, inner] = [box.current, line.current];
    if (still || !outer || !inner) return;
    const way = outer.clientWidth + inner.offsetWidth;
    const animation = inner.animate(
      [{ transform: 'translateX(100cqw)' }, { transform: 'translateX(-100%)' }],
      { duration: (way / pixelsPerSecond) * 1000, iterations: Number.POSITIVE_INFINITY },
    );
    animation.currentTime = ((run.current ?? outer.clientWidth) / pixelsPerSecond) * 1000;
    return () => {
      const ran = (Number(animation.currentTime) / 1000) * pixelsPerSecond;
      run.current = ran % way;
      inner.style.transform = `translateX(calc(100cqw - ${run.current}px))`;
      animation.cancel();
    };
  }, [still]);

  return (
    <>
      <div
        ref={box}
        className="cw-strip-box"
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
      >
        <span ref={line}>{text}</span>
      </div>
      <Button
        type="text"
        size="small"
        icon={paused ? <RightOutlined /> : <PauseOutlined />}
        aria-label={t(paused ? 'notices.run' : 'notices.pause')}
        title={t(paused ? 'notices.run' : 'notices.pause')}
        onClick={() => setPaused(!paused)}
      />
    </>
  );
}
