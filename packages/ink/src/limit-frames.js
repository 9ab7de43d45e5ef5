/**
Calls `draw` at most once per `interval` (in ms) in the long run, and always after the last request.

With a `spare` of one interval, a frame may be drawn early once: a key pressed just after a clock tick is visible at once. The next frame then waits longer.
*/
export const limitFrames = (draw, interval, spare) => {
    let due = 0;
    let timer;
    const run = () => {
        clearTimeout(timer);
        timer = undefined;
        due = Math.max(due, performance.now()) + interval;
        draw();
    };
    const limited = () => {
        if (timer !== undefined) {
            return;
        }
        const wait = due - spare - performance.now();
        if (wait > 0) {
            timer = setTimeout(run, wait);
        }
        else {
            run();
        }
    };
    limited.flush = () => {
        if (timer !== undefined) {
            run();
        }
    };
    limited.cancel = () => {
        clearTimeout(timer);
        timer = undefined;
    };
    return limited;
};
