export type LimitedFrames = (() => void) & {
    /** Draws now if a frame is waiting. */
    flush: () => void;
    /** Drops the waiting frame. */
    cancel: () => void;
};
export declare const limitFrames: (draw: () => void, interval: number, spare: number) => LimitedFrames;
