// A seat's tray, for a 3D printer. The parameters are read by tests/docs/drawings/tray.py too,
// which makes tray.svg from them, the same box for a laser cutter. All lengths in millimetres.
//
//   openscad -D 'part="body"' -o body.stl tray.scad
//   openscad -D 'part="lid"'  -o lid.stl  tray.scad

part = "both";      // body, lid or both

/* [The card, in its sleeve] */
card_w = 68;        // a 65 x 100 card in a sleeve; measure yours
card_l = 104;
play = 2;           // room around it, both sides together

/* [The box] */
bed = 3;            // between card and reader: 2 to 5, never metal
sheet = 3;          // thickness of walls, and of the laser cutter's material
rim = 8;            // the frame that keeps the card over the reader
rim_h = 3;          // how high it stands above the bed
grip = 32;          // gap in the frame's front, to get a finger under the card
strip = 44;         // in front of the frame: buttons and light
inner_h = 30;       // room inside for board, reader and plugs

/* [Holes] */
button_d = 16;      // lit buttons; 12 and 24 are common too
button_step = 25;   // from middle to middle
button_y = 17;      // from the front edge to their middle
light_d = 8;        // the round light above the middle button
light_y = 36;
usb_w = 14;         // in the back wall, for the cable's plug
usb_h = 9;
sound_d = 2;        // three small holes over the buzzer

/* [The laser cutter] */
finger = 12;        // about the width of a finger of the joints
kerf = 0.15;        // what the beam takes away: cut a test piece

// What follows from them.
width = card_w + play + 2 * rim;
length = strip + card_l + play + 2 * rim;
height = inner_h + bed;
$fn = 64;

module body() {
  difference() {
    union() {
      cube([width, length, height]);
      translate([0, strip, height]) frame();
    }
    translate([sheet, sheet, -1]) cube([width - 2 * sheet, length - 2 * sheet, inner_h + 1]);
    for (side = [-1, 0, 1])
      translate([width / 2 + side * button_step, button_y, -1]) cylinder(d = button_d, h = height + 2);
    translate([width / 2, light_y, -1]) cylinder(d = light_d, h = height + 2);
    for (side = [-1, 0, 1])
      translate([width - 12 + side * 2 * sound_d, light_y, -1]) cylinder(d = sound_d, h = height + 2);
    translate([(width - usb_w) / 2, length - sheet - 1, 6]) cube([usb_w, sheet + 2, usb_h]);
    // The lid snaps into this groove.
    translate([sheet - 0.6, sheet - 0.6, 1]) cube([width - 2 * sheet + 1.2, length - 2 * sheet + 1.2, 1.2]);
  }
}

module frame() {
  difference() {
    cube([width, card_l + play + 2 * rim, rim_h]);
    translate([rim, rim, -1]) cube([card_w + play, card_l + play, rim_h + 2]);
    translate([(width - grip) / 2, -1, -1]) cube([grip, rim + 2, rim_h + 2]);
  }
}

module lid() {
  loose = 0.3;
  translate([sheet + loose, sheet + loose, 0])
    cube([width - 2 * (sheet + loose), length - 2 * (sheet + loose), 2.2]);
  translate([sheet - 0.3, sheet + length / 4, 1]) cube([width - 2 * sheet + 0.6, length / 2 - 2 * sheet, 1]);
}

if (part != "lid") body();
if (part != "body") translate([part == "both" ? width + 10 : 0, 0, 0]) lid();
