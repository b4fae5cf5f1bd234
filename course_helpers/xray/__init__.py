"""The x-ray: the three layers of one thread side by side.

What the model was sent, what the thread holds now, and what its log of checkpoints still holds are three
different things, and most questions about memory are about the difference.
"""

from course_helpers.xray.layers import XRay, xray

__all__ = ["XRay", "xray"]
