// Rounding in Yoga can give a shrunk box a size of millions of cells (https://github.com/react/yoga/issues/1783). Drawing it would take all memory, and no terminal is as large as this.
const LIMIT = 5000;
export const drawnSize = (yogaNode) => ({
    width: Math.min(yogaNode.getComputedWidth(), LIMIT),
    height: Math.min(yogaNode.getComputedHeight(), LIMIT),
});
