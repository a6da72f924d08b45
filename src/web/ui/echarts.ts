import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// Only what the screens draw: the chunk that holds this is loaded by the first chart.
use([BarChart, LineChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

/** A chart in a box, on a canvas; fine enough to stay sharp where the page is drawn larger. */
export function createChart(box: HTMLElement) {
  return init(box, undefined, { renderer: 'canvas', devicePixelRatio: Math.max(2, window.devicePixelRatio) });
}
