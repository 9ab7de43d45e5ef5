type Output = {
    width: number;
    height: number;
};
/** Number of cells that a line takes, ignoring styles; undefined if a character needs a width lookup. */
export declare const narrowWidth: (line: string) => number | undefined;
declare const measureText: (text: string) => Output;
export default measureText;
